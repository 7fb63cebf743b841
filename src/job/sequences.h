/* sequences: SR- and CC-sequences (Lei 3.3.1; Lei and Carver 2004) as values
 * and as files: what `heddle test --sequences` writes and `--only` runs again.
 *
 *     heddle sequences 1
 *     of models/program_m.hed
 *     thread 0 M1
 *     thread 1 M2
 *     thread 2 M3
 *     sequence 1 complete
 *       M1.1 send M2.in
 *       M3.1 send M2.in
 *       M2.1 receive M2.in from M1.1
 *       M2.2 receive M2.in from M3.1
 *     sequence 2 deadlock
 *       M3.1 send M2.in
 *       M2.1 receive M2.in from M3.1
 *       M2.2 receive M2.in never
 *     end 2
 *
 * An event is named as Lei does, by its thread and its number there.  A line
 * is the completion of an operation: which one, on which object, and of a
 * receive which send the message is of.  A thread requests its next operation
 * as soon as the one before is complete, so requests have no lines but those
 * that never complete.  `choice N` says which of several outcomes it had (an
 * input, a thread that is woken), counted from 0.  Lines are in an order in
 * which they can be done; two sequences are the same if they have the same
 * lines, those of each thread, and of each object where its operations depend
 * on each other, in the same order.
 *
 * Blanks in names are written as underscores; a name that is empty is a minus.
 *
 * "a before b" is a property of sequences: each event that b describes happens
 * after one that a describes.  A description is `THREAD.NUMBER`, or `THREAD
 * OPERATION [OBJECT]`, where `*` stands for any word. */
#ifndef JOB_SEQUENCES_H
#define JOB_SEQUENCES_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/text.h"
#include "base/vec.h"
#include "exec/executor.h"
#include "sched/messages.h"

#define SEQUENCE_NONE UINT32_MAX

struct sequence_event {
  const char *operation, *object;
  unsigned thread, number;    /* from 1 */
  unsigned from, from_number; /* of a receive; 0: not known */
  uint32_t choice;            /* or SEQUENCE_NONE */
  bool never;
  struct diag_at at; /* in the file */
};

struct syn_sequence {
  const char *end; /* complete, deadlock, a kind of finding, or cut-off */
  VEC(struct sequence_event) events;
  struct diag_at at;
};

struct before {
  const char *text;
  const char *words[2][3]; /* of a and b: thread, operation, object; NULL */
  unsigned number[2];      /* of THREAD.NUMBER; or 0 */
  uint64_t met;            /* events that b describes */
  uint64_t fails;          /* in how many sequences */
  struct text first;       /* where it fails first */
};

struct sequences {
  struct arena arena;
  const char *of;               /* what was tested */
  VEC(const char *) threads;    /* by number */
  VEC(struct syn_sequence) all; /* of a file */
  VEC(struct before) before;
  /* of a search that is watched */
  struct executor *x;
  struct messages messages;
  struct order order;
  struct order_work work;
  struct text out;
  struct map keys; /* of what is written */
  uint64_t written;
  bool plain; /* messages cannot be told apart: runs are read as they are */
  void (*next)(void *user, const struct batch *b, uint32_t i);
  void *next_user;
};

/* A property, from the words of the user; false after a message. */
bool sequences_before(struct sequences *s, const char *words, struct diag *d);
/* What run i of the batch is; its words are in the arena.  The order of its
 * steps is then in s->order. */
void sequence_of_run(struct sequences *s, const struct batch *b, uint32_t i,
                     struct syn_sequence *out);
/* Looks whether the properties hold of the sequence whose order is in s->order;
 * `name` says which it is. */
void sequences_judge(struct sequences *s, const struct syn_sequence *q,
                     const char *name);
void sequences_drop(struct syn_sequence *q);
/* "M2.1 receive M2.in from M1.1" */
void sequence_event_text(const struct sequences *s,
                         const struct sequence_event *e, struct text *out);
bool sequence_event_equal(const struct sequence_event *a,
                          const struct sequence_event *b);

/* From now on every run of the search is written into s->out, as a file, and
 * judged; runs that were abandoned are not. */
struct sched_options;
void sequences_watch(struct sequences *s, const char *of, struct executor *x,
                     struct sched_options *o);
/* The whole file. */
void sequences_text(const struct sequences *s, struct text *out);
/* False when the text is no file of sequences, or was cut off: the diag says
 * where and why. */
bool sequences_read(struct sequences *s, const char *file, const char *text,
                    struct diag *d);
void sequences_free(struct sequences *s);

#endif
