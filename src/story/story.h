/* story: a run told for a person.
 *
 *     struct story s;
 *     story_make(&s, &facts, &sources);
 *     story_text(&s, (struct story_style){.width = 100}, &out);
 *     story_free(&s);
 *
 * Built once from the events of a run and what was found in it, rendered as
 * text (here), as JSON, as a space-time diagram (report/run.h) and as a page
 * that can be stepped through (page.h).
 *
 * A step of a story is what one thread does in one source line without a
 * switch between: its accesses are told together.  Each event of the run
 * belongs to exactly one step; steps that say nothing new (rounds of a loop,
 * long stretches far from the failure, the beginning of a very long run, what
 * others do after it) are folded into one that counts them.  A failure that is
 * no event (an assertion) and what threads wait for at the end are steps of
 * their own.
 *
 * Numbers of events are those of the run, from 0; what a person sees counts
 * from 1, as the debugger does. */
#ifndef STORY_STORY_H
#define STORY_STORY_H

#include "base/arena.h"
#include "base/text.h"
#include "base/vec.h"
#include "exec/executor.h"
#include "report/json.h"
#include "report/run.h"
#include "story/cast.h"
#include "story/listing.h"

#define STORY_NONE UINT32_MAX

/* A switch without which the run does not fail, as somebody has verified by
 * running it otherwise. */
enum story_change {
  STORY_UNKNOWN, /* no such switch is known */
  STORY_LATER,   /* `from` does one more step first */
  STORY_UNDONE,  /* `from` goes on as long as it can */
  STORY_OTHER,   /* `from` cannot go on; `instead` goes */
  STORY_AHEAD,   /* `instead` goes first, as long as it can */
};
struct story_switch {
  enum story_change change;
  unsigned from, instead; /* threads; from >= THREADS_MAX: nobody */
  uint32_t event;         /* the first after the switch */
  uint32_t failed; /* UNKNOWN: so many other choices were run, which are all,
                      and each failed so; 0: not known */
  bool always;     /* UNKNOWN: no schedule that was tried avoids it */
};

/* What is told. */
struct story_facts {
  struct executor *x;
  const struct event *events;
  uint32_t events_len;
  unsigned kind;   /* enum found; FOUND_NONE: a run like any other */
  unsigned thread; /* who */
  uint32_t site;   /* where */
  uint32_t event, other_event; /* RACE: its two sides */
  uint32_t round; /* LIVELOCK: events before the round that is repeated for
                     ever; 0 and no LIVELOCK, or STORY_NONE: there is none */
  const char *text;            /* of the finding, or NULL */
  const char *after; /* what its run called before without a model, or NULL */
  uint32_t stack; /* the calls at the finding, or 0 */
  struct story_switch decisive;
  const uint8_t *relevant; /* for each event: whether it matters for the
                              switch; or NULL: all */
  bool bare;     /* there are more events: nothing is concluded from these */
  uint32_t most; /* events that are told, the last ones and those where it
                    goes wrong: those before are counted.  0: all */
};

enum story_kind {
  STORY_STEP, /* events of one thread in one line */
  STORY_FAIL, /* what went wrong there, when no event shows it */
  STORY_WAIT, /* not done: what a thread waits for at the end */
  STORY_FOLD, /* steps that are only counted */
};

/* One operation of a step. */
struct story_op {
  uint32_t event;
  uint8_t kind;         /* enum op */
  uint16_t thread;      /* who */
  const char *what;     /* "read total -> 0" */
  const char *object;   /* "total", or "" */
  const char *value;    /* of the object after it, or NULL */
};

struct story_step {
  enum story_kind kind;
  uint16_t thread;
  enum run_kind look; /* as report/run.h draws it */
  bool fails;         /* here it goes wrong */
  bool marked;        /* a side of a race */
  bool keep;          /* never folded */
  bool dull;          /* the same however the switch is made */
  struct spot at;
  const char *source; /* the text of the line, or NULL */
  const char *what;
  const char *note;   /* "overwrites the 1 of worker 2", or NULL */
  const char *before; /* "switch to worker 2 here", or NULL */
  const char *locks;  /* held by its thread after it, or "" */
  uint32_t event;     /* its first, or STORY_NONE */
  uint32_t events;    /* how many it stands for */
  uint32_t folded;    /* FOLD: steps, and where they are in `inner`: */
  uint32_t first_inner, inner_count;
  uint32_t cause;     /* 1 + a step of another thread that it is after */
  uint32_t first_op, op_count;
};

/* A thread at the end of the run. */
struct story_thread {
  const char *name;
  bool seen;          /* has steps */
  const char *waits;  /* "second (line 10)", or NULL */
  uint32_t waits_for; /* 1 + the thread that could let it go on, or 0 */
  const char *holds;  /* "first (line 9)", or NULL */
  const char *ends;   /* "failed", "ended", or NULL */
};

struct story {
  struct arena arena;
  struct listings *listings;
  struct cast cast;
  unsigned kind;        /* enum found */
  const char *headline; /* "assertion failed: assert(total == 2)" */
  const char *where;    /* "counter.c:31, main", or "" */
  const char *sides;    /* the same, and of a race both: "main at counter.c:20
                           and worker at counter.c:13"; of a deadlock who waits
                           where */
  const char *file;     /* most lines are of this one, or NULL */
  const char *decisive; /* the sentence about the switch, or NULL */
  bool plain; /* no schedule matters: the calls are told, and the lines */
  VEC(const char *) source; /* those around the place, plain */
  uint32_t round;       /* the first event that is repeated for ever, or
                           STORY_NONE */
  uint32_t events_len;
  uint32_t *step_of; /* event -> step */
  VEC(struct story_step) steps;
  VEC(struct story_step) inner; /* those that are folded */
  VEC(struct story_op) ops;
  VEC(const char *)
  evidence; /* lines; two spaces deeper where they begin
               with two */
  struct story_thread threads[THREADS_MAX];
};

/* The executor is asked for names and places and must not run meanwhile;
 * the listings (or NULL) must live as long as the story. */
void story_make(struct story *s, const struct story_facts *f,
                struct listings *listings);
void story_free(struct story *s);

struct story_style {
  unsigned width, indent; /* in cells; 0: 100, 0 */
  bool colour;
};
/* The evidence; where the schedule does not matter the lines around the place,
 * else columns: source line, one column for each thread; one
 * column in all where they would be too many. */
void story_text(const struct story *s, struct story_style style,
                struct text *out);
/* The headline, its place and its evidence alone. */
void story_brief(const struct story *s, struct story_style style,
                 struct text *out);
/* Members of an object that the caller has opened. */
void story_json(const struct story *s, struct json *j);
/* A space-time diagram of it; everything lives in the story's arena. */
void story_chart(struct story *s, struct run_chart *out);

#endif
