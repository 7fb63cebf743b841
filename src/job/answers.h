/* answers: what a network, or a mutant of it, does with a list of inputs: each
 * transition that fires, and what is seen from outside beside what the
 * specification answers.
 *
 *     struct answers a;
 *     if (answers_give(&a, &net, operators, mutant, inputs, count, &why))
 *       ... a.steps ...
 *     answers_free(&a);
 *
 * It is what a test does to show that a mutant is one; derive (derive.h) has
 * the tests.  An input without an answer ends it, and so does an answer that is
 * not the one of the specification. */
#ifndef JOB_ANSWERS_H
#define JOB_ANSWERS_H

#include "net/step.h"

#define ANSWERS_SPECIFICATION UINT64_MAX /* no mutant */

enum answers_kind {
  ANSWERS_INPUT,  /* the environment gives `symbol` */
  ANSWERS_FIRES,  /* `edge` takes a symbol and answers with `symbol` */
  ANSWERS_OUTPUT, /* `symbol` is seen */
  ANSWERS_NONE    /* nothing is seen: `how` says why */
};

struct answers_step {
  enum answers_kind kind;
  symbol_id symbol;
  edge_id edge;
  local_id to;        /* where the edge has led */
  enum answer how;    /* ANSWERS_NONE */
  symbol_id expected; /* ANSWERS_OUTPUT, ANSWERS_NONE: by the specification;
                         NETWORK_NONE: it has no answer either */
};

struct answers {
  struct mutant mutant; /* its kind is MUTANT_KINDS for the specification */
  VEC(struct answers_step) steps;
  bool differs; /* the last answer is not that of the specification */
};

/* "initial,output" as derive takes it; NULL: those of the paper.  0 after
 * `why`. */
unsigned answers_operators(const char *list, struct text *why);
/* False after `why`: there is no such mutant, or an input is none.  Free it in
 * any case. */
bool answers_give(struct answers *a, const struct network *n,
                  unsigned operators, uint64_t mutant,
                  const char *const *inputs, size_t count, struct text *why);
void answers_free(struct answers *a);

#endif
