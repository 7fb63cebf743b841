#include "job/answers.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "job/derive.h"

enum { CHAIN_MOST = 200 }; /* transitions that one input is told with */

unsigned answers_operators(const char *list, struct text *why) {
  struct derive_options o = {0};
  const struct derive_request asked = {.mutate = list};
  return derive_choose(&o, &asked, why) ? o.operators : 0;
}

struct telling {
  struct answers *to;
  size_t begun; /* steps there were before this input */
};

static void fired(void *user, edge_id e, symbol_id now, const local_id *at) {
  struct telling *t = user;
  (void)at;
  if (t->to->steps.len - t->begun > CHAIN_MOST)
    return;
  vec_push(
      &t->to->steps,
      ((struct answers_step){.kind = ANSWERS_FIRES, .symbol = now, .edge = e}));
}

/* Where each edge has led: the mutated one elsewhere, perhaps. */
static void lead(struct answers *a, const struct network *n,
                 const struct mutant *m) {
  for (size_t i = 0; i < a->steps.len; i++) {
    struct network_edge edge;
    if (a->steps.at[i].kind == ANSWERS_FIRES &&
        mutant_edge(n, m, a->steps.at[i].edge, &edge))
      a->steps.at[i].to = edge.to;
  }
}

/* The two side by side, each in its own states. */
struct pair {
  struct stepper specification, mutant;
  local_id *here, *there;
};

static void pair_open(struct pair *p, const struct network *n,
                      const struct mutant *m) {
  stepper_begin(&p->specification, n);
  stepper_begin(&p->mutant, n);
  p->mutant.mutant = m;
  p->here = alloc_zero(n->machines.len + 1, sizeof *p->here);
  p->there = alloc_zero(n->machines.len + 1, sizeof *p->there);
  stepper_initial(&p->specification, p->here);
  stepper_initial(&p->mutant, p->there);
}

static void pair_close(struct pair *p) {
  stepper_end(&p->specification);
  stepper_end(&p->mutant);
  free(p->here);
  free(p->there);
}

/* One input to both; false: this was the last one. */
static bool give(struct answers *a, struct pair *p, symbol_id input) {
  symbol_id expected = NETWORK_NONE, seen = NETWORK_NONE;
  struct telling t = {a, a->steps.len};
  if (stepper_input(&p->specification, p->here, input, &expected) !=
      ANSWER_OUTPUT)
    expected = NETWORK_NONE;
  vec_push(&a->steps,
           ((struct answers_step){.kind = ANSWERS_INPUT, .symbol = input}));
  p->mutant.watch = fired;
  p->mutant.user = &t;
  const enum answer how = stepper_input(&p->mutant, p->there, input, &seen);
  const bool answered = how == ANSWER_OUTPUT;
  vec_push(&a->steps, ((struct answers_step){.kind = answered ? ANSWERS_OUTPUT
                                                              : ANSWERS_NONE,
                                             .symbol = seen,
                                             .how = how,
                                             .expected = expected}));
  a->differs = (answered ? seen : NETWORK_NONE) != expected;
  return answered && !a->differs;
}

static symbol_id input_named(const struct network *n, const char *name) {
  const uint32_t s = names_find(&n->symbol_names, name, strlen(name));
  return s != NAMES_NONE && network_is_external(n, s) ? s : NETWORK_NONE;
}

bool answers_give(struct answers *a, const struct network *n,
                  unsigned operators, uint64_t mutant,
                  const char *const *inputs, size_t count, struct text *why) {
  *a = (struct answers){.mutant.kind = MUTANT_KINDS};
  const bool mutated = mutant != ANSWERS_SPECIFICATION;
  if (mutated && mutant >= mutant_count(n, operators)) {
    text_printf(why, "there is no mutant %llu", (unsigned long long)mutant + 1);
    return false;
  }
  for (size_t i = 0; i < count; i++)
    if (input_named(n, inputs[i]) == NETWORK_NONE) {
      text_printf(why, "'%.80s' is no input of the network", inputs[i]);
      return false;
    }
  if (mutated)
    a->mutant = mutant_at(n, operators, mutant);
  struct pair p;
  pair_open(&p, n, mutated ? &a->mutant : NULL);
  for (size_t i = 0; i < count; i++)
    if (!give(a, &p, input_named(n, inputs[i])))
      break;
  lead(a, n, mutated ? &a->mutant : NULL);
  pair_close(&p);
  return true;
}

void answers_free(struct answers *a) {
  vec_free(&a->steps);
}
