/* budget: how long a command may take, from its start to its last line, and
 * how long the search in it.
 *
 *     struct budget b = budget_begin(seconds, stop);   0: as long as it takes
 *     budget_watch(&b, executor);                      outside of the search
 *     budget_time(&b, seconds, since);                 --time: since then
 *     so.deadline = budget_search(&b);
 *     so.seconds = budget_time_left(&b);
 *     budget_watch_rest(&b, executor, moment);         what follows it
 *
 * Both are time of the clock on the wall.  Everything counts for the budget:
 * compiling, searching, reducing, reporting.  The search leaves a little for
 * what comes after it.  A run that is under way when the time is over is
 * abandoned (exec/executor.h, give_up); so it is when a signal asks the
 * command to end.  Whatever does not listen is ended by the backstop. */
#ifndef JOB_BUDGET_H
#define JOB_BUDGET_H

#include <signal.h>
#include <stdbool.h>

struct executor;

struct budget {
  const volatile sig_atomic_t *stop; /* a signal; or NULL */
  double end;                        /* as clock_wall tells the time; 0: none */
  double reserve;                    /* for what follows the search */
  double seconds;                    /* of the search, 0: no limit */
  double started;                    /* when that began */
  double rest;                       /* when what follows it ends; 0: never */
};

struct budget budget_begin(double seconds, const volatile sig_atomic_t *stop);
/* The time is over, or a signal asks the command to end. */
bool budget_over(const struct budget *b);
/* The same of a struct budget, for executors and what opens them. */
bool budget_give_up(void *budget);
/* When the search must end because of the whole; 0: no limit. */
double budget_search(const struct budget *b);
/* The lesser of a limit on the search (0: none) and what is left for it; 0:
 * no limit. */
double budget_seconds(const struct budget *b, double seconds);
/* Seconds until the end; `most` when there is no budget. */
double budget_left(const struct budget *b, double most);
/* Runs outside of a search end with the budget, too. */
void budget_watch(struct budget *b, struct executor *x);
/* The search, and what is run to prepare it, take so long since then (as
 * clock_wall tells the time). */
void budget_time(struct budget *b, double seconds, double since);
/* For what is run to prepare the search: half of that, or a second, so that a
 * program of long runs is searched, too. */
void budget_watch_time(struct budget *b, struct executor *x);
/* For what is run after the search, where that has a limit: until its time is
 * over, or a moment longer, or a moment from now. */
void budget_watch_rest(struct budget *b, struct executor *x, double moment);
/* For the search itself: however long the preparation took, a twentieth is
 * left.  0: no limit. */
double budget_time_left(const struct budget *b);

#endif
