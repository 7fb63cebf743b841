/* budget: how long a command may take, from its start to its last line.
 *
 *     struct budget b = budget_begin(seconds);         0: as long as it takes
 *     so.deadline = budget_search(&b);
 *     budget_watch(&b, executor);                      outside of the search
 *
 * Everything counts: compiling, searching, reducing, reporting.  The search
 * leaves a little for what comes after it.  A run that is under way when the
 * time is over is abandoned (exec/executor.h, give_up). */
#ifndef CLI_BUDGET_H
#define CLI_BUDGET_H

#include <stdbool.h>

struct executor;

struct budget {
  double end;     /* as clock_wall tells the time; 0: none */
  double reserve; /* for what follows the search */
};

struct budget budget_begin(double seconds);
bool budget_over(const struct budget *b);
/* When the search must end; 0: no limit. */
double budget_search(const struct budget *b);
/* Seconds until the end; `most` when there is no budget. */
double budget_left(const struct budget *b, double most);
/* Runs outside of a search end with the budget, too. */
void budget_watch(struct budget *b, struct executor *x);

#endif
