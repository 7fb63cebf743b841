#include "net_random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"

/* --- random networks ------------------------------------------------------ */

void net_random(struct network *n, uint64_t seed) {
  struct rng r = rng_seed(seed);
  struct diag d = {0};
  const struct diag_at at = {.file = "random", .line = 1};
  const int machines = 1 + (int)rng_below(&r, 4);
  const int most_states = machines > 3 ? 3 : 4;
  const unsigned defined = 60 + rng_below(&r, 41);
  const unsigned inside = rng_below(&r, 60);
  int inputs[4], states[4], observables = 1 + (int)rng_below(&r, 4);
  char name[32];
  network_begin(n, "random");
  for (int m = 0; m < machines; m++) {
    inputs[m] = 1 + (int)rng_below(&r, 3);
    states[m] = 1 + (int)rng_below(&r, (uint32_t)most_states);
    if (states[m] == 1 && rng_chance(&r, 80))
      states[m] = most_states;
    snprintf(name, sizeof name, "m%d", m);
    network_machine(n, name, strlen(name), at, &d);
    for (int s = 0; s < states[m]; s++) {
      snprintf(name, sizeof name, "s%d", s);
      network_state(n, (machine_id)m, name, strlen(name), true, at, &d);
    }
  }
  for (int m = 0; m < machines; m++)
    for (int s = 0; s < states[m]; s++)
      for (int i = 0; i < inputs[m]; i++) {
        if (!rng_chance(&r, defined))
          continue;
        struct network_edge e = {.machine = (machine_id)m, .at = at};
        snprintf(name, sizeof name, "x%d_%d", m, i);
        e.input = network_symbol(n, name, strlen(name), at);
        if (rng_chance(&r, inside)) {
          const int to = (int)rng_below(&r, (uint32_t)machines);
          snprintf(name, sizeof name, "x%d_%d", to,
                   (int)rng_below(&r, (uint32_t)inputs[to]));
        } else {
          snprintf(name, sizeof name, "y%d",
                   (int)rng_below(&r, (uint32_t)observables));
        }
        e.output = network_symbol(n, name, strlen(name), at);
        e.from = (local_id)s;
        e.to = rng_below(&r, (uint32_t)states[m]);
        network_edge(n, e);
      }
  /* some internal symbols may come from outside too */
  for (symbol_id s = 0; s < n->symbols.len; s++) {
    bool read = false;
    for (size_t e = 0; e < n->edges.len; e++)
      read |= n->edges.at[e].input == s;
    if (read && rng_chance(&r, 30))
      network_external(n, s, at);
  }
  if (!network_finish(n, &d))
    abort();
}

/* --- the naive reading ---------------------------------------------------- */

void naive_of(struct naive *a, const struct network *n) {
  memset(a, 0, sizeof *a);
  bool written[64] = {0}, read[64] = {0}, declared[64] = {0};
  a->machines = (int)n->machines.len;
  a->symbols = (int)n->symbols.len;
  a->edges = (int)n->edges.len;
  a->total = 1;
  for (int m = 0; m < a->machines; m++) {
    a->states[m] = (int)n->machines.at[m].states.len;
    a->initial[m] = (int)n->machines.at[m].initial;
    a->total *= a->states[m];
  }
  for (int e = 0; e < a->edges; e++) {
    const struct network_edge *from = &n->edges.at[e];
    a->edge[e] =
        (struct naive_edge){(int)from->machine, (int)from->from,
                            (int)from->input, (int)from->output, (int)from->to};
    written[from->output] = read[from->input] = true;
  }
  for (int s = 0; s < a->symbols; s++) {
    declared[s] = n->symbols.at[s].declared;
    a->internal[s] = written[s] && read[s];
    if (read[s] && (!written[s] || declared[s]))
      a->input[a->inputs++] = s;
  }
}

void naive_mutate(struct naive *a, const struct mutant *m) {
  switch (m->kind) {
  case MUTANT_INITIAL:
    a->initial[m->machine] = (int)m->value;
    break;
  case MUTANT_OUTPUT:
    a->edge[m->edge].output = (int)m->value;
    break;
  case MUTANT_DESTINATION:
    a->edge[m->edge].to = (int)m->value;
    break;
  default:
    a->edge[m->edge].machine = -1; /* matches nothing */
  }
}

static int digit(const struct naive *a, int state, int machine) {
  for (int m = 0; m < machine; m++)
    state /= a->states[m];
  return state % a->states[machine];
}

static int with_digit(const struct naive *a, int state, int machine,
                      int value) {
  int weight = 1;
  for (int m = 0; m < machine; m++)
    weight *= a->states[m];
  return state + (value - digit(a, state, machine)) * weight;
}

int naive_start(const struct naive *a) {
  int state = 0;
  for (int m = 0; m < a->machines; m++)
    state = with_digit(a, state, m, a->initial[m]);
  return state;
}

int naive_walk(const struct naive *a, int *state, int input, bool *seen,
               bool *fired) {
  int now = input;
  const int most = a->symbols * a->total + 1; /* longer: a state came twice */
  for (int steps = 0; steps <= most; steps++) {
    int e = 0;
    while (e < a->edges &&
           !(a->edge[e].machine >= 0 && a->edge[e].input == now &&
             digit(a, *state, a->edge[e].machine) == a->edge[e].from))
      e++;
    if (e == a->edges)
      return steps ? NAIVE_STUCK : NAIVE_UNDEFINED;
    if (fired)
      fired[e] = true;
    *state = with_digit(a, *state, a->edge[e].machine, a->edge[e].to);
    now = a->edge[e].output;
    if (!a->internal[now])
      return now;
    if (seen)
      seen[now * a->total + *state] = true;
  }
  return NAIVE_LIVELOCK;
}

int naive_step(const struct naive *a, int *state, int input) {
  return naive_walk(a, state, input, NULL, NULL);
}

/* Distances over all pairs, layer by layer, without a queue. */
int naive_distinguish(const struct naive *a, const struct naive *b,
                      bool quiet) {
  const int total = a->total;
  int *distance = calloc((size_t)total * (size_t)total, sizeof *distance);
  distance[naive_start(a) * total + naive_start(b)] = 1;
  int found = 0;
  for (int layer = 1, grew = 1; grew && !found; layer++) {
    grew = 0;
    for (int pair = 0; pair < total * total; pair++) {
      if (distance[pair] != layer)
        continue;
      for (int i = 0; i < a->inputs; i++) {
        int s = pair / total, t = pair % total;
        const int x = naive_step(a, &s, a->input[i]);
        const int y = naive_step(b, &t, a->input[i]);
        if (x < 0 || (y < 0 && !quiet))
          continue;
        if (x != y) {
          found = layer;
        } else if (!distance[s * total + t]) {
          distance[s * total + t] = layer + 1;
          grew = 1;
        }
      }
    }
  }
  free(distance);
  return found;
}
