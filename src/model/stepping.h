/* stepping: a model a step at a time, forward and back.
 *
 *     struct stepping s;
 *     stepping_open(&s, m);
 *     for (size_t i = 0; i < stepping_count(&s); i++)
 *       stepping_text(&s, i, &text);                what can be done
 *     stepping_take(&s, 0);                         do the first of it
 *     stepping_back(&s);  stepping_forward(&s);
 *     stepping_record(&s, &recording);              the run so far
 *     stepping_close(&s);
 *
 * It is a place in a run: what was taken back is kept, and taken again by
 * stepping_forward, until another step is taken.  All states of the run are
 * kept, on the plain interpreter.  This is what `heddle step` and `heddle run`
 * are made of, and a page or an editor would use it alike; nothing is
 * printed.  The model must outlive it. */
#ifndef MODEL_STEPPING_H
#define MODEL_STEPPING_H

#include "model/interp.h"
#include "model/recording.h"

struct stepping {
  const struct model *m;
  struct interp *in;
  VEC(struct istate *) states;  /* the initial one, and after each step */
  VEC(struct model_step) steps; /* also those that were taken back */
  size_t at;                    /* so many of them are taken */
  /* The last step of `steps` fails, and has no state behind it (or start code
   * does, and there is no step). */
  struct interp_failure failed;
  struct interp_steps moves; /* what can be done now */
};

/* What the run has come to. */
enum stepping_end {
  STEPPING_ON,         /* something can move */
  STEPPING_TERMINATED, /* everything has ended well */
  STEPPING_BLOCKING,
  STEPPING_DEADLOCK,
  STEPPING_FAILED, /* the last step does, or start code */
};

void stepping_open(struct stepping *s, const struct model *m);
void stepping_close(struct stepping *s);

/* The state; of a step that failed the one before it. */
const struct istate *stepping_state(const struct stepping *s);
enum stepping_end stepping_end(const struct stepping *s);
/* The first `always` or `never` that is violated in the state, or NONE. */
uint32_t stepping_violated(const struct stepping *s);

/* What is wrong here, in words: "deadlock", "blocking", a failure, the text of
 * a violated property; NULL: nothing is. */
const char *stepping_error(const struct stepping *s);

static inline size_t stepping_count(const struct stepping *s) {
  return s->moves.at.len;
}
/* "phil[0]" and "lock fork[0]", of the n-th that can be done. */
const char *stepping_who(const struct stepping *s, size_t n);
void stepping_text(const struct stepping *s, size_t n, struct text *out);

/* False when there is no such step. */
bool stepping_take(struct stepping *s, size_t n);
bool stepping_follow(struct stepping *s, const struct model_step *step);
bool stepping_back(struct stepping *s);
bool stepping_forward(struct stepping *s);

/* The run so far, with what shows at its end: a failure, a deadlock or
 * blocking state, a violated property, or nothing.  Free with
 * recording_free. */
void stepping_record(const struct stepping *s, struct recording *out);

#endif
