/* brute_choices: a network with choices read naively, for comparison; no code
 * of src/net is used.  Global states are numbers, sets of them are bits of a
 * word, edges are searched linearly, mutants are edited copies, and nothing
 * is remembered from one question to the next. */
#ifndef TESTS_NET_BRUTE_CHOICES_H
#define TESTS_NET_BRUTE_CHOICES_H

#include <stdbool.h>
#include <stdint.h>

enum { MACHINES = 3, EDGES = 64, SYMBOLS = 16, STATES = 32 };

struct brute_edge {
  int machine, from, input, output, to; /* machine -1: it is not there */
};

struct brute {
  int machines, symbols, edges, inputs;
  int states[MACHINES], initial[MACHINES];
  struct brute_edge edge[EDGES];
  int input[SYMBOLS];     /* what the environment may give */
  bool observed[SYMBOLS]; /* no machine reads it */
  int reader[SYMBOLS];    /* the machine that does */
  int total;              /* global states, reachable or not: at most STATES */
  bool fair;
};

/* What one input can lead to from one state. */
struct brute_ends {
  bool undefined, stuck, livelock;
  uint32_t after[SYMBOLS]; /* of an output: the states at rest */
  bool fired[EDGES];
  bool met[SYMBOLS][STATES]; /* states in transit */
};

int brute_start(const struct brute *b);
void brute_input(const struct brute *b, int state, int input,
                 struct brute_ends *out);
/* The same from each state of a set, united; *sure: all of it answers. */
void brute_set(const struct brute *b, uint32_t set, int input, bool *sure,
               uint32_t after[SYMBOLS]);

/* Lengths of the shortest tests that tell `other` from the specification:
 * any, and those whose inputs are sure whatever is answered; 0: none,
 * BRUTE_TIRED: too many sets. */
enum { BRUTE_TIRED = -1 };
struct brute_lengths {
  int any, fixed;
};
struct brute_lengths brute_distinguish(const struct brute *spec,
                                       const struct brute *other, bool quiet);
/* Whether some test of at most so many inputs does, by writing out every run
 * of both, one by one. */
bool brute_runs_differ(const struct brute *spec, const struct brute *other,
                       bool quiet, int most);

/* The local state of a machine. */
int brute_local(const struct brute *b, int state, int machine);

/* Strongly connected parts with a circle among the states in transit that
 * are reachable; with `fair` only those that nothing leaves. */
int brute_livelocks(const struct brute *b, const bool met[SYMBOLS][STATES]);

#endif
