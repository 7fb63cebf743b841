/* Inside of divide.h: the letter with a part, and its search. */
#ifndef SCHED_DIVIDE_PART_H
#define SCHED_DIVIDE_PART_H

#include "sched/sched.h"

struct unpack;

/* How the search of a part went: it was given up and is to be had again; it came
 * to its share or its end; what is tested is not what it was. */
enum part_state { PART_GIVEN_UP, PART_SEARCHED, PART_BROKEN };

/* Numbers of threads (executor.h). */
struct part_threads {
  uint32_t len;
  uint32_t at[THREADS_MAX];
};
void part_threads_of(struct executor *x, struct part_threads *out);
void part_threads_set(struct executor *x, const struct part_threads *t);
/* Whether none of them has two numbers; *all are then all of them. */
bool part_threads_agree(struct part_threads *all, const struct part_threads *t);

/* What stands before the part itself. */
void part_write(const struct sched *s, const struct part_threads *t,
                struct text *letter);
/* Searches it with an executor that nobody uses, and writes the answer: its
 * state, the numbers of threads, what was found (saved.h), the part.  `attend` is
 * called now and then.  `stop`: as in base/progress.h, or NULL. */
void part_search(struct executor *x, void (*attend)(void *user), void *user,
                 const volatile sig_atomic_t *stop, const void *letter,
                 size_t len, struct text *answer);
void part_read_threads(struct unpack *in, struct part_threads *out);

#endif
