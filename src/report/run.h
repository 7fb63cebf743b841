/* run: a run as a space-time diagram, as data.
 *
 * One column for each process or thread, one event for each step, in the
 * order in which they were taken (L. Lamport, Time, clocks and the ordering
 * of events, 1978, has the picture).  The caller owns all of it: fill plain
 * structs, call a renderer, keep or free them.  Absent strings are NULL;
 * numbers that may be absent count from 1, and 0 is "none", so that
 * everything not mentioned in an initialiser is absent.
 *
 *     const struct run_column columns[] = {
 *       {.name = "P1", .state = "0"},
 *       {.name = "P2", .state = "0", .waits = "m3 from P1", .waits_for = 1},
 *     };
 *     const struct run_event events[] = {
 *       {.column = 0, .kind = RUN_SEND, .label = "!m1", .state = "1", .to = 2},
 *       {.column = 1, .kind = RUN_RECEIVE, .label = "?m1", .match = 1},
 *     };
 *     struct run_chart chart = {
 *       .title = "deadlock 1", .columns = columns, .column_count = 2,
 *       .events = events, .event_count = 2};
 *     run_render_text(&out, &chart, (struct run_style){.width = 80});
 *
 * Nothing in it has to be consistent: a match that is no earlier send is
 * drawn as a reception from outside, a column that does not exist drops the
 * event, an unlock without a lock ends nothing. */
#ifndef REPORT_RUN_H
#define REPORT_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
#include "report/svg.h"

/* A row for each kind: name, word (JSON, the title of an event in SVG). */
#define RUN_KINDS(X)                                                           \
  X(LOCAL, "local")                                                            \
  X(SEND, "send")                                                              \
  X(RECEIVE, "receive")                                                        \
  X(READ, "read")                                                              \
  X(WRITE, "write")                                                            \
  X(LOCK, "lock")                                                              \
  X(UNLOCK, "unlock")                                                          \
  X(P, "P")                                                                    \
  X(V, "V")                                                                    \
  X(INPUT, "input")                                                            \
  X(FAIL, "fail")

enum run_kind {
#define RUN_KIND(name, word) RUN_##name,
  RUN_KINDS(RUN_KIND)
#undef RUN_KIND
};
const char *run_kind_word(enum run_kind kind);

/* A process, and how it is at the end of the run. */
struct run_column {
  const char *name;
  const char *state;  /* before its first event */
  const char *waits;  /* blocked: on what, "m3 from P1", "lock a" */
  uint32_t waits_for; /* ... and on whom, 1 + its column */
  const char *holds;  /* "lock b, lock c" */
  const char *ends;   /* anything else to say: "terminated" */
};

struct run_event {
  uint32_t column; /* from 0 */
  enum run_kind kind;
  const char *label;  /* what is done: "!m1", "read total -> 0" */
  const char *state;  /* the state of the column after it; NULL: as before */
  uint32_t match;     /* a reception: 1 + index of the event that sent it */
  uint32_t to;        /* a send: 1 + column of the receiver */
  const char *object; /* lock, unlock: which; others may say it too */
  const char *file;   /* source, for hints */
  uint32_t line;      /* and its line */
  const char *source; /* and its text */
  const char *note;   /* "overwrites the 1 of worker 2" */
  const char *before; /* a remark above it: "switch to worker 2 here" */
  uint32_t after;     /* 1 + an earlier event of another column that it follows
                         from: a thin arrow; 0: none */
  bool fails;         /* this is where it goes wrong (RUN_FAIL always is) */
};

struct run_chart {
  const char *title;   /* of the picture */
  const char *finding; /* what is wrong at the end; NULL: nothing */
  const struct run_column *columns;
  size_t column_count;
  const struct run_event *events;
  size_t event_count;
  size_t circle; /* the last so many events come again and again; 0: none */
};

/* The event that received what event `send` (an index) sent, as 1 + index;
 * 0 when nobody did.  Linear. */
uint32_t run_receiver(const struct run_chart *c, size_t send);
/* The send that a reception matches, as 1 + index, or 0 where there is none
 * or the match is not an earlier send. */
uint32_t run_sender(const struct run_chart *c, size_t receive);

/* The file of an event without its folder, or NULL. */
const char *run_file(const struct run_event *e);

struct run_style {
  unsigned width; /* cells of the terminal; 0: 80 */
  unsigned indent;
  bool colour; /* ANSI colours for failing events, blocked processes */
  bool lines;  /* the source line before each label */
  bool list;   /* one line for each event, even where columns would fit */
};

/* Columns with arrows, or an indented list where that
 * would be wider than the terminal; below it one line for each process that
 * is blocked or holds something.  The title and the finding are not printed:
 * the caller has introduced the run. */
void run_render_text(struct text *out, const struct run_chart *c,
                     struct run_style style);

/* The picture as SVG, of any size: vertical lifelines, messages as arrows,
 * held locks as bars, blocked processes marked, the failing event in red. */
void run_render_svg(struct text *out, const struct run_chart *c,
                    enum svg_use use);

#endif
