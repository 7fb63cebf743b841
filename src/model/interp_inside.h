/* interp_inside: what the files of the plain interpreter share, and nobody
 * else sees.  interp.c says which steps there are and takes them,
 * interp_eval.c computes, interp_queue.c keeps the messages, interp_key.c
 * compares states, print.c shows them. */
#ifndef MODEL_INTERP_INSIDE_H
#define MODEL_INTERP_INSIDE_H

#include "model/interp.h"
#include "model/interp_machine.h"

/* A set of pending messages, as ascending serial numbers. */
struct causal_past {
  VEC(uint64_t) at;
};

/* A message that was sent and not yet received. */
struct pending {
  uint64_t serial; /* counts the sends of the run */
  object_id object;
  process_id sender;
  message_id message;
  int32_t *values;         /* as many as the message has */
  struct causal_past past; /* causal scheme: pending messages that precede it */
};

struct interp {
  const struct model *m;
  uint32_t *slot_base; /* by process; one more entry holds the total */
};

struct istate {
  const struct interp *in;
  struct machine_state *machine; /* of a machine; then nothing below counts */
  bool failed; /* the initial state whose start code failed: no steps */
  bool passed; /* the step that led here passed a progress label */
  location_id *at;
  int32_t *slots;            /* of all processes, in order */
  int64_t *values;           /* by object: value, holder or -1, unused */
  struct causal_past *known; /* by process: pending messages it knows about */
  VEC(struct pending) queue; /* all pending messages in order of sending */
  uint64_t next_serial;
};

/* --- interp_eval.c -------------------------------------------------------- */

/* From where an expression looks at a state. */
struct look {
  const struct istate *s;
  process_id self; /* NONE in properties */
  const int32_t *bound;
  uint32_t bound_count;
  struct interp_failure *failed; /* filled in when an evaluation fails */
};

enum interp_truth { NO, YES, FAILS };

bool interp_fail(struct look *l, enum fail_reason f, struct place place);
bool interp_eval(struct look *l, expr_id e, int64_t *out);
/* e as a condition; NONE is YES. */
enum interp_truth interp_holds(struct look *l, expr_id e);
/* Value of e if it is within the range. */
bool interp_eval_within(struct look *l, expr_id e, struct range r,
                        int32_t *out);
/* Runs the code on t, which the look looks at; false when it fails.  Code
 * that does not end is blamed on its first instruction: where in a loop the
 * patience ends says nothing. */
bool interp_run(struct look *l, struct istate *t, code_id at);

/* --- interp_queue.c ------------------------------------------------------- */

/* A message that can be received next from an object. */
struct front {
  size_t at; /* in the queue of the state */
  int32_t choice;
};
struct fronts {
  VEC(struct front) at;
};

uint32_t interp_length(const struct istate *s, object_id o);
/* In ascending order of choices. */
void interp_frontier(const struct istate *s, object_id o, struct fronts *out);
void interp_send(struct istate *s, object_id o, process_id sender,
                 message_id message, const int32_t *values);
void interp_receive(struct istate *s, size_t at, process_id receiver);
/* By message, then by payload: <0, 0, >0. */
int interp_compare(const struct istate *s, const struct pending *a,
                   const struct pending *b);
/* The messages at o in an order that equal states have in common: async by
 * content, fifo and causal by sender and then age, otherwise by age. */
void interp_canonical(const struct istate *s, object_id o, struct fronts *out);
/* How many messages of its sender at its port are older. */
uint32_t interp_position(const struct istate *s, const struct pending *p);
void interp_past_copy(struct causal_past *to, const struct causal_past *from);
void interp_queue_copy(struct istate *to, const struct istate *from);
void interp_queue_free(struct istate *s);

#endif
