/* flow: the control-flow automaton of a proctype, as SPIN makes it.
 *
 * States are numbered elements; a process is at one of them.  Which elements
 * become states decides how many states the program has, so this follows
 * SPIN's own rules to the letter (flow.c and pangen2.c of SPIN 6.5 with -o1
 * -o2 -o3, and what the verifier does to its table when it starts): one
 * element for each statement, one for each selection, loop, block and the
 * place behind it; jumps lead through places where nothing happens, except
 * that the last step of an atomic sequence stays in it.
 *
 * After flattening, each state has a list of transitions in the order in
 * which they are tried: escapes (unless) first, the inner ones before the
 * outer, `else` last. */
#ifndef PROMELA_FLOW_H
#define PROMELA_FLOW_H

#include "promela/tree.h"

enum { STATE_END = 1, STATE_PROGRESS = 2, STATE_ACCEPT = 4 };

/* A transition: one statement, or a whole d_step. */
struct ptrans {
  const struct pstmt *stmt; /* NULL: nothing is done (a jump, skip) */
  uint32_t to;              /* state; 0 behind the end of the process */
  uint32_t id;              /* of the element it is of */
  uint32_t escape;          /* state of the escape it belongs to; 0: none */
  uint32_t escapes[8];      /* states whose transitions may come instead */
  uint32_t escape_count;
  bool atomic;              /* the process keeps control behind it */
  const struct pflow *body; /* of a d_step */
};

struct pstate {
  uint32_t first, count; /* of the flow's transitions */
  uint8_t flags;
  const struct pstmt *stmt; /* the first that stands here */
};

struct plabel {
  const char *name;
  uint32_t state, inlined;
};

struct pflow {
  uint32_t state_count; /* states are 1 .. state_count - 1 */
  struct pstate *states;
  uint32_t trans_count;
  struct ptrans *trans;
  uint32_t start, leave; /* leave: of a d_step, the state that ends it */
  uint32_t label_count;
  const struct plabel *labels;
};

struct diag;
/* NULL after an error. */
struct pflow *flow_make(const struct program *program, const struct pproc *proc,
                        struct diag *diag);

#endif
