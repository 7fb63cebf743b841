/* shadow_inside: what shadow.c and shadow_eval.c share. */
#ifndef EXEC_SHADOW_INSIDE_H
#define EXEC_SHADOW_INSIDE_H

#include "exec/shadow.h"

/* A value, as an expression if it depends on inputs, and what it is within. */
struct shadow_value {
  int64_t v, lo, hi; /* lo == hi == v unless e */
  sym_id e;          /* of 1, 32 or 64 bits, signed; 0: none */
};

struct shadow_message {
  object_id object;
  message_id message;
  struct shadow_value *values;
};

struct shadow {
  const struct model_shadows *of;
  sym_id *slots;   /* of all processes, in order */
  sym_id *objects; /* shared variables */
  uint64_t *parts; /* of properties: a hash of what each branched on */
  VEC(struct shadow_message) queue; /* in order of arrival */
};

struct model_shadows {
  const struct model *m;
  const struct watched *w;
  struct sym_store store;
  uint32_t *slot_base; /* by process; one more entry holds the total */
  uint32_t part_count;
  bool *looked_at; /* by message: some reception looks at its values */
};

/* Somebody who computes: with values of its own, until it is done. */
struct shadow_work {
  struct model_shadows *k;
  const struct istate *state;
  const struct shadow *shadow;
  process_id self;              /* NONE in properties */
  struct shadow_value *slots;   /* of self */
  struct shadow_value *objects; /* shared variables */
  const struct shadow_value *bound;
  struct shadow_branches *out; /* NULL: nobody wants to know */
  uint32_t site;
  bool inside;
};

/* --- shadow_eval.c: expressions and code --- */

struct shadow_value shadow_number(int64_t v);
/* A variable's, which is within its range. */
struct shadow_value shadow_known(int64_t v, sym_id e, struct range r);
/* False: it fails, in this run. */
bool shadow_eval(struct shadow_work *w, expr_id e, struct shadow_value *out);
/* Whether it holds, decided. */
bool shadow_holds(struct shadow_work *w, expr_id e, bool *holds);
bool shadow_within(struct shadow_work *w, const struct shadow_value *x,
                   struct range r);
/* Whether 0 <= x < count, decided. */
bool shadow_below(struct shadow_work *w, const struct shadow_value *x,
                  int64_t count);
/* Each value of it by itself: it is a number then. */
void shadow_fix(struct shadow_work *w, struct shadow_value *x);
/* Runs code to its end; false: it fails. */
bool shadow_run(struct shadow_work *w, code_id at);
/* The condition that it is not 0; 0: it does not depend on inputs. */
sym_id shadow_truth(struct shadow_work *w, const struct shadow_value *x);

#endif
