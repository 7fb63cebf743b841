/* bugs: the programs of this folder, for tests and measurements: the name, what
 * is found, and the least number of preemptions of a run that shows it. */
#ifndef PROGRAMS_BUGS_BUGS_H
#define PROGRAMS_BUGS_BUGS_H

/* One for each kind of finding. */
#define BUGS_OF_EACH_KIND(X) \
  X("assertion", ASSERTION, 1) \
  X("abort", ABORT, 1) \
  X("crash", CRASH, 1) \
  X("deadlock", DEADLOCK, 1) \
  X("race", RACE, 0) \
  X("unlock", MISUSE, 1) \
  X("destroy", MISUSE, 1) \
  X("join", MISUSE, 1) \
  X("use-after-free", USE_AFTER_FREE, 0) \
  X("double-free", DOUBLE_FREE, 1) \
  X("out-of-bounds", OUT_OF_BOUNDS, 1) \
  X("livelock", LIVELOCK, 0) \
  X("lost-signal", DEADLOCK, 0) \
  X("stack-overflow", STACK, 0)

/* After the literature. */
#define BUGS_KNOWN(X) \
  X("lost-update", ASSERTION, 1) \
  X("aba-stack", ASSERTION, 1) \
  X("check-outside-lock", DEADLOCK, 1) \
  X("double-checked", RACE, 0) \
  X("lock-order-3", DEADLOCK, 1) \
  X("barrier-reuse", DEADLOCK, 0) \
  X("buffer-if", ASSERTION, 1) \
  X("one-condition", DEADLOCK, 0) \
  X("wrong-lock", RACE, 0) \
  X("shutdown-free", USE_AFTER_FREE, 0) \
  X("work-stealing", ASSERTION, 1) \
  X("ticket-wrap", ASSERTION, 1) \
  X("peterson-swapped", ASSERTION, 2) \
  X("string-append", ASSERTION, 1) \
  X("dekker-look-first", ASSERTION, 2) \
  X("dekker-insist", LIVELOCK, 1) \
  X("bakery-no-choosing", ASSERTION, 2) \
  X("start-order", CRASH, 0) \
  X("upgrade", DEADLOCK, 1) \
  X("semaphore-leak", DEADLOCK, 1) \
  X("pool-shutdown", DEADLOCK, 2) \
  X("lazy-init", ASSERTION, 1) \
  X("map-put", ASSERTION, 1) \
  X("bank-audit", ASSERTION, 1) \
  X("philosophers", DEADLOCK, 1) \
  X("seqlock-no-retry", ASSERTION, 1) \
  X("queue-early-free", USE_AFTER_FREE, 1) \
  X("refcount", DOUBLE_FREE, 1) \
  X("callback", DEADLOCK, 1) \
  X("sleep-wakeup", DEADLOCK, 1) \
  X("rcu-no-grace", USE_AFTER_FREE, 1) \
  X("pipeline-end", DEADLOCK, 0) \
  X("publish-early", ASSERTION, 1) \
  X("first-reader", ASSERTION, 1) \
  X("timeout-free", USE_AFTER_FREE, 1) \
  X("hazard-no-check", USE_AFTER_FREE, 1) \
  X("ring-index-first", ASSERTION, 1) \
  X("semaphore-order", DEADLOCK, 0) \
  X("nested-monitor", DEADLOCK, 0) \
  X("unlock-freed", USE_AFTER_FREE, 2)

#endif
