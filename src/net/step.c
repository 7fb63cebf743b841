#include "net/step.h"

#include <string.h>

#include "base/alloc.h"
#include "base/sound.h"

void stepper_begin(struct stepper *s, const struct network *n) {
  *s = (struct stepper){.net = n};
  s->saved = alloc_zero(n->machines.len, sizeof *s->saved);
}

void stepper_end(struct stepper *s) {
  free(s->saved);
}

void stepper_initial(const struct stepper *s, local_id *at) {
  EXPECTS(at != NULL);
  for (machine_id k = 0; k < s->net->machines.len; k++)
    at[k] = mutant_initial(s->net, s->mutant, k);
}

/* Cycles are found as by Brent: the state of the chain is compared with one
 * saved at step 1, 2, 4, 8 ..., so a cycle of length c entered after m steps
 * is seen within 3 (m + c) steps. */
enum answer stepper_input(struct stepper *s, local_id *at, symbol_id input,
                          symbol_id *output) {
  const struct network *n = s->net;
  const size_t bytes = n->machines.len * sizeof *at;
  symbol_id now = input, saved_symbol = NETWORK_NONE;
  uint64_t steps = 0, save_at = 8;
  for (;;) {
    const machine_id k = n->symbols.at[now].reader;
    if (k == NETWORK_NONE) {
      *output = now;
      return ANSWER_OUTPUT;
    }
    const edge_id e = network_lookup(n, k, at[k], now);
    struct network_edge edge;
    if (e == NETWORK_NONE || !mutant_edge(n, s->mutant, e, &edge))
      return steps ? ANSWER_STUCK : ANSWER_UNDEFINED;
    at[k] = edge.to;
    now = edge.output;
    if (s->watch)
      s->watch(s->user, e, now, at);
    if (++steps < 8)
      continue; /* most chains are short */
    if (now == saved_symbol && !memcmp(at, s->saved, bytes))
      return ANSWER_LIVELOCK;
    if (steps >= save_at) {
      save_at *= 2;
      saved_symbol = now;
      memcpy(s->saved, at, bytes);
    }
  }
}
