/* suite: tests, and running them against mutants.
 *
 * A test is inputs and the outputs the specification gives.  The suite
 * remembers, for each edge, the tests whose run fires it and where first: a
 * mutant of an edge behaves like the specification up to there, so only
 * those tests are run, and only from there on.  The plain interpreter runs
 * them; no engine is asked.
 *
 * Where machines have choices a test is a tree (tree.h): the inputs, and
 * which outputs are allowed after each, depending on what was seen.  A mutant
 * is killed when some run of it fails; when every run does, *surely*. */
#ifndef NET_SUITE_H
#define NET_SUITE_H

#include "base/text.h"
#include "net/net.h"
#include "net/step.h"
#include "net/tree.h"

#define SUITE_NONE UINT32_MAX

struct suite_test {
  symbol_list inputs;   /* of joined tests: none, they depend on outputs */
  symbol_list outputs;  /* deterministic networks: what is expected */
  local_id *rest;       /* local states at rest before input 0, 1 ... len */
  struct net_tree tree; /* networks with choices: what is allowed */
};

struct suite_use {
  uint32_t test, position;
};
typedef VEC(struct suite_use) suite_uses;

struct suite {
  const struct network *net;
  VEC(struct suite_test) tests;
  suite_uses *by_edge;
  uint64_t bytes;       /* about */
  struct states states; /* networks with choices: from which trees grow */
  struct belief belief;
};

/* What one thread needs to run tests. */
struct suite_runner {
  enum net_mode mode;
  struct stepper stepper;
  local_id *at;
  struct states states; /* networks with choices */
  struct belief spec, mutant;
  struct mutant known; /* whom `mutant` is of */
};

/* Inputs with what they answer: "put/done timeout/late", or the tree. */
void suite_test_text(const struct network *n, const struct suite_test *t,
                     struct text *out);

/* `fair`: as in chains.h. */
void suite_begin(struct suite *s, const struct network *n, bool fair);
void suite_end(struct suite *s);
/* Adds a test; every input must have an answer where it is given. */
void suite_add(struct suite *s, const symbol_list *inputs);

void suite_runner_begin(struct suite_runner *r, const struct network *n,
                        enum net_mode mode, bool fair);
void suite_runner_end(struct suite_runner *r);
/* The first test numbered `from` or more that kills the mutant, or
 * SUITE_NONE. */
uint32_t suite_killer(const struct suite *s, struct suite_runner *r,
                      const struct mutant *m, uint32_t from);

/* How many inputs a run of it is given, at most. */
size_t suite_test_length(const struct suite_test *t);
/* Whether some test fails in every run of the mutant. */
bool suite_kills_surely(const struct suite *s, struct suite_runner *r,
                        const struct mutant *m);

/* Removes tests that are not needed:
 *   - a test that is the beginning of another one (what it kills, the longer
 *     one kills);
 *   - then a cover of the killed mutants is chosen greedily (the test that
 *     kills most of what is not yet killed, the first of them), and of that
 *     every test that can be left out, last chosen first.
 * What remains kills the same mutants, and no test of it can be left out.
 *   - where there are choices, adaptive tests of what is left are joined
 *     wherever one goes on where the other ends (tree.h).
 * The order of the remaining tests is kept.  kills[t] lists the places in
 * `mutants` of those that test t kills.  With keep_all only that list is
 * made. */
typedef VEC(uint32_t) suite_kills;
void suite_reduce(struct suite *s, enum net_mode mode, bool keep_all,
                  const struct mutant *mutants, uint32_t count,
                  suite_kills **kills);

#endif
