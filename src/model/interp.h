/* interp: the plain interpreter, the meaning of a model spelt out.
 *
 * Slow on purpose and obvious by intent: it walks expression trees, keeps
 * queues as lists and recomputes everything.  Recordings are replayed on it
 * and the explorer is tested against it; the two share no code but the model
 * itself.  (doc/semantics.md; doc/papers.md for causal
 * order.)
 *
 *     struct interp *in = interp_new(m);
 *     struct istate *s = interp_initial(in, &failed);
 *     interp_steps(in, s, &steps);
 *     struct istate *t = interp_fire(in, s, &step, &failed);
 *     interp_state_free(t);  interp_free(in);  */
#ifndef MODEL_INTERP_H
#define MODEL_INTERP_H

#include "base/text.h"
#include "base/vec.h"
#include "model/model.h"

struct interp;
struct istate;

/* What failed and where, when a step or an evaluation fails. */
struct interp_failure {
  enum fail_reason failure; /* FAIL_NONE: nothing */
  struct place place;
  process_id process;
  /* FAIL_UNSPECIFIED: the message, the port, and the location it was received
   * in */
  message_id message;
  object_id object;
  location_id location;
};

struct interp_steps {
  VEC(struct model_step) at;
};

/* A send that finds its channel or port full (overflow), or a channel head
 * that the location has no edge for (unspecified). */
struct interp_stuck {
  enum finding_kind kind; /* FINDING_OVERFLOW or FINDING_UNSPECIFIED */
  process_id process;
  location_id location;
  message_id message;
  object_id object;
};
struct interp_stucks {
  VEC(struct interp_stuck) at;
};

/* How a state with no executable step ends. */
enum interp_end { END_NOT, END_TERMINATED, END_BLOCKING, END_DEADLOCK };

struct interp *interp_new(const struct model *m);
void interp_free(struct interp *in);

/* The state after every process has run its start code.  A failure in one
 * of them is in *failed (the first, in order of processes); the state is
 * still returned, with that process at its first location, and has no
 * steps. */
struct istate *interp_initial(struct interp *in, struct interp_failure *failed);
/* Whether the start code of this process fails; it sees nothing of the
 * others, so each fails, or not, by itself. */
bool interp_start_fails(struct interp *in, process_id p,
                        struct interp_failure *failed);
struct istate *interp_copy(struct interp *in, const struct istate *s);
void interp_state_free(struct istate *s);

/* Every executable step, in the order struct model_step defines.  Steps that fail
 * when fired are executable and are in the list. */
void interp_steps(struct interp *in, const struct istate *s,
                  struct interp_steps *out);
/* The same, but an input is one step, whose choice is the lowest value: who
 * takes it says which it is to be. */
void interp_steps_open(struct interp *in, const struct istate *s,
                       struct interp_steps *out);
/* The state after the step, which must be one of interp_steps; NULL when it
 * fails, with the reason in *failed. */
struct istate *interp_fire(struct interp *in, const struct istate *s,
                           const struct model_step *step,
                           struct interp_failure *failed);

/* Overflows and unspecified receptions on channels at s, in order of
 * processes and edges. */
void interp_stucks(struct interp *in, const struct istate *s,
                   struct interp_stucks *out);
enum interp_end interp_end(struct interp *in, const struct istate *s);
/* Is the property violated at s?  An evaluation that fails counts as
 * violated. */
bool interp_violated(struct interp *in, const struct istate *s,
                     const struct property *p);

/* Equal states, and only they, have equal keys (bytes, may hold NUL). */
void interp_key(const struct interp *in, const struct istate *s,
                struct text *key);

/* Looking into a state. */
bool interp_failed(const struct istate *s); /* initial: some start code did */
/* The state is one that properties look at: not in the middle of an atomic
 * sequence or a rendezvous, of a machine. */
bool interp_settled(const struct istate *s);
/* The step that was fired to come here passed a progress label. */
bool interp_passed(const struct istate *s);
/* Does the expression, which is one of properties, hold here?  One that fails
 * does not. */
bool interp_true(struct interp *in, const struct istate *s, expr_id e);
location_id interp_location(const struct istate *s, process_id p);
int32_t interp_slot(const struct istate *s, process_id p, slot_id slot);
/* Value of a shared variable or semaphore; the holder of a lock or -1; the
 * number of messages of a channel or port. */
int64_t interp_object(const struct istate *s, object_id o);

/* Who sent the message that a reception takes; NONE: it takes none.  (Of
 * equal messages of a port under `async` the oldest is meant.) */
process_id interp_sender(const struct istate *s, const struct model_step *step);

/* For who tells equal messages apart, which steps do not.  The messages of a
 * port that a reception takes equally well, by their places in the order of
 * arrival, ascending; how many.  More than one only under `async`. */
size_t interp_takes(const struct istate *s, const struct model_step *step,
                    uint32_t *places, size_t cap);
/* Lets the reception take the one at this place, which must be one of them;
 * otherwise the state means the same. */
void interp_prefer(struct istate *s, const struct model_step *step,
                   uint32_t place);

/* For people.  "P1 at 2, P2 at 1, P1->P2 holds m3 m3"; the same for a step:
 * process "P1", what "P2!m1" with values filled in ("in?one(3)"). */
void interp_print_state(const struct interp *in, const struct istate *s,
                        struct text *out);
/* Each thing of it on a line of its own, indented. */
void interp_print_lines(const struct interp *in, const struct istate *s,
                        struct text *out);
/* What a step has changed: a variable of a process, or what an object holds.
 * Where control is is none of it. */
struct interp_change {
  process_id process; /* whose variable, or NONE ... */
  object_id object;   /* ... and then of this object */
  const char *name;   /* of the variable, or of the object */
  bool number;        /* its value is one, */
  int64_t value;      /* this */
  const char *text;   /* otherwise, and anyhow: "3", "held by P1", "m1 m2" */
};
typedef void interp_changed(void *user, const struct interp_change *c);
void interp_changes(const struct istate *before, const struct istate *after,
                    interp_changed *each, void *user);
void interp_print_step(const struct interp *in, const struct istate *s,
                       const struct model_step *step, struct text *out);

#endif
