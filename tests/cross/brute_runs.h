/* brute_runs: runs that go on for ever, judged slowly on the plain interpreter.
 *
 * The reference for explore/liveness.h, with which it shares nothing: no
 * automaton is made of a formula.  A state is paired with a guess which of the
 * parts of the formula that look ahead hold from here on; pairs whose guesses
 * agree with what follows are linked (Lichtenstein and Pnueli, POPL 1985), and
 * a run violates the formula if it begins with a guess that says so and makes
 * every guess true.  Components are found by Kosaraju's two walks. */
#ifndef TESTS_CROSS_BRUTE_RUNS_H
#define TESTS_CROSS_BRUTE_RUNS_H

#include "model/interp.h"

struct runs_step {
  uint32_t to; /* NONE: it fails */
  process_id process;
  edge_id edge;
  bool passes; /* a progress label */
};

struct runs_state {
  struct istate *state;
  char *key;
  size_t key_len;
  VEC(struct runs_step) steps;
};

struct runs {
  const struct model *m;
  struct interp *in;
  bool too_large;
  VEC(struct runs_state) states;
};

void runs_open(struct runs *r, const struct model *m, uint32_t most);
void runs_close(struct runs *r);

/* Is the temporal property violated?  At most RUNS_AHEAD parts look ahead. */
enum { RUNS_AHEAD = 5 };
bool runs_violate(const struct runs *r, const struct temporal *t);
/* How many parts of the formula look ahead. */
unsigned runs_ahead(const struct model *m, formula_id f);
/* Is there a circle without progress in which everybody moves who can? */
bool runs_circle(const struct runs *r);

#endif
