/* distant: an executor at another rank (ranks/ranks.h).
 *
 *     line = distant_line_open(ranks);                     at rank 0
 *     x = distant_executor_open(line, 3, like, fork);
 *     ... one of the workers of parallel.h ...
 *     distant_line_close(line);                            all others end
 *
 *     while (distant_serve(ranks, executor, &fork))        at the others
 *       ... open it anew, with or without fork ...
 *
 * `mpirun -n N heddle test`: the search is at rank 0, which knows what is to be
 * run; the others run it.  To rank 0 each of them is one more worker behind
 * parallel.h, which deals out blocks of plans and takes over runs in the order
 * of plans: so the search is the one of a single process, trace by trace,
 * whatever the strategy and the number of ranks.
 *
 * A block of plans is one letter, its runs with their events another; what a
 * worker has numbered by itself (threads, what escaped, lines of crashes)
 * travels with them as parallel.h wants it.  All ranks have the same program,
 * built from the same files in the same way, in which sites have the same
 * numbers and memory the same addresses.
 *
 * Several workers talk at once, each waiting for its own rank: the line has a
 * lock, and whoever finds a letter puts it into the box of its sender. */
#ifndef EXEC_DISTANT_H
#define EXEC_DISTANT_H

#include "exec/executor.h"

struct ranks;
struct text;
struct distant_line;

struct distant_line *distant_line_open(struct ranks *r);
/* Waits for what is under way, and sends the others home. */
void distant_line_close(struct distant_line *l);

/* like: an executor of the same thing here, which lives longer; from it comes
 * what does not depend on runs. */
struct executor *distant_executor_open(struct distant_line *l, unsigned rank,
                                       const struct executor *like, bool fork);

/* Does what rank 0 asks for.  True: it wants the executor opened anew, with
 * *fork; false: there is nothing more to do.  x may be NULL where it could not
 * be opened: rank 0 is told.  `part`: what to do with letters that are given by
 * distant_give, while it attends to others now and then; nothing of the answer is
 * an answer, too. */
typedef void distant_part_fn(struct executor *x, const void *at, size_t len,
                             struct text *answer, struct ranks *r);
void distant_attend(struct ranks *r);
bool distant_serve(struct ranks *r, struct executor *x, bool *fork,
                   distant_part_fn *part);

/* Beside the executors: letters that another rank answers when it has time, one
 * after the other.  All ranks, this one among them; the number of the letter; the
 * next answer of any rank, false: none has come. */
unsigned distant_ranks(const struct distant_line *l);
uint64_t distant_give(struct distant_line *l, unsigned rank, const void *at,
                      size_t len);
bool distant_given(struct distant_line *l, unsigned *rank, uint64_t *number,
                   struct text *answer);
/* Whoever waits says how often it has looked in vain. */
void distant_rest(unsigned *turns);

#endif
