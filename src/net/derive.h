/* derive: verify a network and derive the tests that kill its mutants
 * (Jin et al., section 5).
 *
 * Each mutant is first run against the suite so far, by the interpreter;
 * only what survives is given to the engine, which finds a shortest test or
 * proves that there is none.  At the end tests that are not needed go
 * (suite_reduce).  In a network with choices `equivalent` means that the
 * mutant conforms (conform.h).
 *
 * Threads share the work block by block: within a block every mutant is
 * treated against the suite as it was before, and the results are merged in
 * the order of numbers, a mutant that an earlier one's test kills being
 * dropped.  So the suite is the one a single thread makes.  Ranks share the
 * work the same way: each treats its part of a block, tells the others what came
 * out, and all merge all of it, so that they have the same suite. */
#ifndef NET_DERIVE_H
#define NET_DERIVE_H

#include "net/engine.h"
#include "net/suite.h"

#define FATE_EQUIVALENT (UINT32_MAX - 1)
#define FATE_UNKNOWN UINT32_MAX

struct derive_options {
  const struct net_engine *engine; /* NULL: chosen by size */
  enum net_mode mode;
  bool fair;           /* circles that can be left are left (chains.h) */
  unsigned operators;  /* bits 1 << mutant_kind; 0: verify only */
  unsigned jobs;       /* threads; 0 is 1; fewer when there are no more */
  bool keep_all;       /* no reduction of the suite */
  uint64_t stop_after; /* treat only so many mutants; 0: all */
  struct net_limits limits;
  struct ranks *ranks; /* that share the mutants (ranks/ranks.h); NULL: alone */
};

struct derive_result {
  const struct net_engine *engine; /* the one that was used */
  enum net_verdict verdict;
  struct net_report report;
  struct suite suite;
  uint64_t mutants;  /* by the formula */
  uint64_t examined; /* the first so many have a fate */
  uint64_t nonequivalent, equivalent, unknown;
  uint64_t sure;     /* of the killed ones: some test fails in every run; all of
                  * them where the network is deterministic */
  uint64_t adaptive; /* tests that end early after some outputs */
  uint64_t searched; /* given to the engine */
  VEC(uint32_t) fate;   /* of a mutant: the first test that kills it */
  VEC(uint32_t) killed; /* numbers of the killed mutants, increasing */
  suite_kills *kills;   /* of a test: places in `killed` */
  double average_length;
  double cpu_seconds, wall_seconds; /* of the whole job */
  double closure_seconds; /* CPU, of all closures by all threads, those of
                           * the specification and of mutants */
  uint64_t peak_bytes;    /* tables of all engines and workers */
};

/* A network with choices wants an engine that takes them (`choices`), or
 * none.  derive_free is due whatever the verdict; on a limit the result holds what
 * was found until then, and every test in it is valid. */
void derive_run(struct derive_result *r, const struct network *n,
                const struct derive_options *o);
void derive_free(struct derive_result *r);

#endif
