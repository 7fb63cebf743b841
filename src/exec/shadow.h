/* shadow: what the values of a model are as expressions of its inputs.
 *
 * Beside a state of the interpreter stands a shadow: for each variable and
 * each value of a message 0, or an expression (sym/expr.h).  When the
 * interpreter takes a step the shadow takes it, too, with the values of the
 * state beside it, so that it goes the same way; where another value would
 * have gone another way it says so: a branch.
 *
 * When a branch is told.  What a step does with its thread's variables alone
 * (which guard holds, what a write or a send has for values, what is computed
 * behind it, whether that fails) is known before the step, and its branches are
 * told when the thread comes to stand there (shadow_arrive), as part of the step
 * before: whether the step has any effect is then decided when it is taken, and
 * nothing that another thread sees of it depends on a branch behind it.  Only
 * what reads (an input, a variable, a message, an atomic block) has its
 * branches behind it (shadow_step).
 *
 * Which thing is meant (`lock fork[i]`, `a[i] = 1` outside of an atomic block)
 * another thread could see: there each value is a way of its own, bit by bit
 * (SHADOW_INDEX).  So are the values of messages that some reception looks at,
 * and those that such a reception compares with.  Elements that nobody else
 * sees are an expression.
 *
 * Properties are looked at part by part (watched.h), where one has changed:
 * what a part reads is changed by steps that depend on each other, so its
 * expression, and whether it is branched on here, is a matter of the past of the
 * step. */
#ifndef EXEC_SHADOW_H
#define EXEC_SHADOW_H

#include "base/vec.h"
#include "model/interp.h"
#include "sym/expr.h"

struct watched;

enum shadow_how { SHADOW_BRANCH = 1, SHADOW_INDEX }; /* rt/abi.h */

struct shadow_branch {
  sym_id condition;
  uint32_t site; /* of the edge */
  uint8_t how;
  bool way;    /* the one it goes */
  bool inside; /* an atomic step: what it changes depends on it */
};
struct shadow_branches {
  VEC(struct shadow_branch) at;
};

struct model_shadows; /* of a model */
struct shadow;        /* of one state */

/* The model and w must outlive it. */
struct model_shadows *shadows_open(const struct model *m,
                                   const struct watched *w);
void shadows_close(struct model_shadows *k); /* NULL is fine */
const struct sym_store *shadows_store(const struct model_shadows *k);

/* Nothing depends on inputs. */
struct shadow *shadow_new(struct model_shadows *k);
void shadow_free(struct shadow *s); /* NULL is fine */

/* The shadow behind a step, which was executable at `state`, with the branches
 * it took.  `done`: it has not failed; else the shadow is as it was.  place:
 * of a reception, which message it takes (interp.h); input: which of its
 * thread's inputs it is, and whether it may have other values. */
struct shadow_taken {
  const struct istate *state;
  const struct model_step *step;
  uint32_t place, input;
  bool open, done;
};
struct shadow *shadow_step(struct model_shadows *k, const struct shadow *s,
                           const struct shadow_taken *t,
                           struct shadow_branches *out);
/* The thread stands at an await that does not hold. */
void shadow_look(struct model_shadows *k, const struct shadow *s,
                 const struct istate *state, process_id p,
                 struct shadow_branches *out);
/* The thread has come to where it stands in `state`: what that says of inputs.
 * Values that are fixed by it have no expression any more. */
void shadow_arrive(struct model_shadows *k, struct shadow *s,
                   const struct istate *state, process_id p,
                   struct shadow_branches *out);
/* The parts of properties that read something else after a step there. */
void shadow_judge(struct model_shadows *k, struct shadow *s,
                  const struct istate *state, uint32_t site,
                  struct shadow_branches *out);

#endif
