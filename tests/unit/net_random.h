/* net_random: random networks by seed, and a naive reading of them that
 * shares no code with src/net: edges are searched linearly, mutants are
 * edited copies, sets are arrays over all global states. */
#ifndef TESTS_UNIT_NET_RANDOM_H
#define TESTS_UNIT_NET_RANDOM_H

#include "net/mutant.h"
#include "net/net.h"

/* A finished network of 1 to 4 machines with up to 4 states. */
void net_random(struct network *n, uint64_t seed);

struct naive_edge {
  int machine, from, input, output, to;
};
struct naive {
  int machines, symbols, edges, inputs;
  int states[6], initial[6];
  struct naive_edge edge[128];
  int input[64];     /* external inputs */
  bool internal[64]; /* by symbol; of the specification */
  int total;         /* global states at rest, reachable or not */
};

enum { NAIVE_UNDEFINED = -1, NAIVE_STUCK = -2, NAIVE_LIVELOCK = -3 };

void naive_of(struct naive *a, const struct network *n);
/* The copy with the fault. */
void naive_mutate(struct naive *a, const struct mutant *m);
int naive_start(const struct naive *a);
/* The output (or a NAIVE_ reason), the next state in *state. */
int naive_step(const struct naive *a, int *state, int input);
/* As naive_step, noting every chain state symbol * total + state in
 * seen[symbols * total] and every edge in fired[edges]; may be NULL. */
int naive_walk(const struct naive *a, int *state, int input, bool *seen,
               bool *fired);
/* Shortest distinguishing length, 0 if equivalent. */
int naive_distinguish(const struct naive *a, const struct naive *b, bool quiet);

#endif
