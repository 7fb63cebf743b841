/* net: networks of Mealy machines, verified, and the tests derived that kill
 * every faulty version of them (Jin, Ciardo, Kim, Zhao: "Symbolic
 * verification and test generation for a network of communicating FSMs").
 *
 *   step         the plain interpreter; the oracle of everything here
 *   mutant       the faulty versions, numbered
 *   product      the reachable states, explicitly
 *   verify       livelocks, dead transitions, strong connectedness
 *   distinguish  shortest sequences that tell two networks apart
 *   chains       the interpreter where machines have choices: all chains of
 *                an input; possible, what can be reached by them; belief,
 *                the states in which a network may be after what was seen
 *   conform      shortest tests that show that a mutant with choices does
 *                not conform; tree, such a test; sets, the engine of these
 *   suite        tests, and running them against mutants
 *   derive       the job: all mutants, the suite, subsumption
 *   claim        what was found, and what a limit left out, as a verdict
 *   engine       the table of engines: explicit, mdd-bfs, mdd-sat, sets
 *   encode       the network as decision diagrams; close, its closure;
 *                symbolic, what both engines share; duel, their search
 *
 * This header holds what they share: limits, and what a job found. */
#ifndef NET_NET_H
#define NET_NET_H

#include "base/progress.h"
#include "base/vec.h"
#include "net/mutant.h"

struct net_limits {
  uint64_t memory;           /* bytes of the big tables; 0: none */
  double deadline;           /* of clock_wall; 0: none */
  struct progress *progress; /* or NULL */
};

/* Why a job did not end. */
enum net_verdict { NET_DONE, NET_MEMORY, NET_TIME, NET_INTERRUPTED };

/* Whether it is time to give up; looks at the clock. */
enum net_verdict net_limits_check(const struct net_limits *l, uint64_t bytes);

typedef VEC(symbol_id) symbol_list;
/* Those from `first` on, the last one first. */
void symbols_reverse(symbol_list *list, size_t first);

/* How a test engineer decides: `paper` compares only where both networks
 * answer; `quiet` takes a missing answer for a difference (doc/semantics.md). */
enum net_mode { NET_QUIET, NET_PAPER };

struct net_livelock {
  symbol_list inputs; /* a shortest sequence whose last input enters it */
  symbol_list cycle;  /* the internal symbols that go round */
};

struct net_stuck {
  machine_id machine; /* cannot receive ... */
  local_id state;     /* ... in this state ... */
  symbol_id symbol;   /* ... this symbol, that was sent to it */
  symbol_list inputs; /* a shortest sequence whose last input does that */
};

enum dead_reason {
  DEAD_STATE, /* the local state is never reached */
  DEAD_SYMBOL /* the symbol never arrives in that state */
};
struct net_dead {
  edge_id edge;
  enum dead_reason reason;
};

/* What verification says.  Counts beyond 64 bits stop at UINT64_MAX. */
struct net_report {
  uint64_t stable, unstable; /* reachable global states */
  uint64_t observable;       /* transitions of the observable machine */
  VEC(struct net_livelock) livelocks; /* one per cycle */
  VEC(struct net_stuck) stuck;        /* one per machine, state, symbol */
  VEC(struct net_dead) dead;          /* by edge */
  bool strongly_connected;
  symbol_list lost;       /* if not: shortest way to a state of no return */
  double closure_seconds; /* CPU time of the unstable transitive closure */
  uint64_t peak_bytes;    /* of the engine's tables */
};

void net_report_free(struct net_report *r);

#endif
