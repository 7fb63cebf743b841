/* divide: a search whose tree is divided among ranks.
 *
 *     o.divide = ..., o.line = ...;                     at rank 0 (sched.h)
 *
 *     divide_serve(x, letter, len, &answer);            at the others
 *
 * Where executions take microseconds, learning from them takes as long, and to
 * have only the executions done elsewhere gains nothing.  So parts of the tree
 * are lent (sched/tree_part.h), and whoever has one proposes, runs and learns,
 * until nothing is left of it or it has had its share of runs; then it comes
 * back with what was found and counted.  All traces are run, each once, because
 * tree_part.h says so; what is found and counted is a matter of the single run,
 * so it adds up.  Which of the runs of a trace it is that is run may be another
 * than in a search by one process.
 *
 * As many parts are away as the options say, and they are taken back in the
 * order in which they were lent.  What is lent next depends on what was taken
 * back, and what comes of a part on what was lent; when something comes, and who
 * has searched it, decides nothing.  So the same search by the same number of
 * parts gives the same report, whatever the clock does; the first finding is
 * that of the first part.  Whoever lends them searches one itself while it would
 * have to wait; where there is nobody else it searches all of them.
 *
 * A search is divided late (options.divide.from): one that is short is that of a
 * single process, run by run.  And only where a row lends parts of its tree, and
 * nobody looks at each run in order.  Others that take turns with it (auto) go on
 * as ever, meanwhile.
 *
 * Threads of what is tested have numbers that an executor gives when it first
 * sees them (exec/parallel.h).  A part is lent with the numbers of the runs that
 * were taken back; if it comes with others than those that are known by then, it
 * is as if it had never been lent. */
#ifndef SCHED_DIVIDE_H
#define SCHED_DIVIDE_H

#include "sched/sched.h"

/* Part of the search of whoever's turn it is: one part is taken back, others are
 * lent.  False: plans are to be proposed, of what is not worth lending; if there
 * are none, divide_rest takes back what is away, false: nothing is. */
bool divide_turn(struct sched *s);
bool divide_rest(struct sched *s);
/* Now and then while runs are taken in, whoever's they are: nobody who searches
 * parts is to be without one. */
void divide_attend(struct sched *s);
/* All that is away is taken back, or, at the end, is as if it had never been
 * lent. */
void divide_gather(struct sched *s);
void divide_end(struct sched *s);
void divide_close(struct sched *s);

/* Searches the part that a letter has, and answers. */
struct ranks;
void divide_serve(struct executor *x, const void *letter, size_t len,
                  struct text *answer, struct ranks *r);

#endif
