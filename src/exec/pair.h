/* pair: the explorer and the tested process on one CPU, as long as they have
 * it to themselves.
 *
 *     struct cpu_pair p;
 *     pair_begin(&p, pid);
 *     uint32_t yields = pair_hand_over(&p, 0);   before each hand-over
 *
 * The two take turns: while one works the other waits.  On two CPUs each
 * hand-over would wake one of them up, or the other would burn time waiting.
 * So the process is kept on the CPU that the explorer runs on, wherever the
 * system moves that, and who waits yields (rt/handover.h).  That is good
 * only while nobody else is there.  Every few milliseconds it is looked
 * whether the two together got most of the time that passed; if not, both are
 * free to go where they find room and sleep when they wait, and it is tried
 * again later. */
#ifndef EXEC_PAIR_H
#define EXEC_PAIR_H

#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct cpu_pair {
  pid_t pid;
  pthread_t explorer; /* whose time counts */
  clockid_t clock;    /* of its CPU time */
  cpu_set_t all;      /* where it may be */
  bool together;
  int cpu;           /* where it is kept, or -1 */
  double wall, used; /* when it was last looked, and CPU time used by then */
  double until;      /* apart until then */
  double apart;      /* how long the next time */
};

/* `alone`: the process does the work itself, and no child of its. */
void pair_begin(struct cpu_pair *p, pid_t pid, bool alone);
/* How often whoever waits yields before it sleeps.  `rested`: the explorer had
 * nothing to do for so many seconds. */
uint32_t pair_hand_over(struct cpu_pair *p, double rested);
/* The process has been at work for long: it may go where there is room. */
void pair_long(struct cpu_pair *p);

#endif
