/* engine: how a network is explored and mutants are told apart.
 *
 * Four rows: `explicit` visits states one by one; `mdd-bfs` and `mdd-sat`
 * hold sets and relations as decision diagrams and build the unstable
 * transitive closure breadth first or by saturation (Jin et al., figure 2);
 * `sets` follows sets of states, and is the one that takes networks whose
 * machines have choices.  Where several take a network they find the same
 * counts, verdicts and lengths; the tests compare them on thousands of
 * networks.  Of several shortest sequences each takes the first that it
 * meets, so the suites need not be the same (doc/derive.md). */
#ifndef NET_ENGINE_H
#define NET_ENGINE_H

#include "net/distinguish.h"
#include "net/net.h"

struct net_engine {
  const char *name; /* as the user writes it: --engine mdd-sat */
  const char *summary;
  bool choices; /* takes networks that are not deterministic */
  /* What is needed of the specification; *self also when a limit stopped
   * it, close is due then too.  `fair` (chains.h) matters only where there
   * are choices. */
  enum net_verdict (*open)(const struct network *n, enum net_mode mode,
                           bool fair, const struct net_limits *l, void **self);
  enum net_verdict (*verify)(void *self, struct net_report *out);
  /* One per thread; a worker's answers depend on the mutant alone. */
  void *(*worker)(void *self);
  enum distinguish (*distinguish)(void *worker, const struct mutant *m,
                                  symbol_list *out);
  /* CPU seconds spent on closures, and peak bytes, of a worker. */
  void (*cost)(const void *worker, double *closure_seconds,
               uint64_t *peak_bytes);
  void (*end_worker)(void *worker);
  void (*close)(void *self);
};

extern const struct net_engine *const net_engines[]; /* NULL-terminated */
extern const struct net_engine net_engine_explicit, net_engine_mdd_bfs,
    net_engine_mdd_sat, net_engine_sets;

const struct net_engine *net_engine_find(const char *name);

#endif
