#include "cli/budget.h"

#include "base/clock.h"
#include "exec/executor.h"

struct budget budget_begin(double seconds) {
  struct budget b = {0};
  if (!(seconds > 0))
    return b;
  b.end = clock_wall() + seconds;
  b.reserve = seconds * 0.05 < 0.4 ? seconds * 0.05 : 0.4;
  return b;
}

bool budget_over(const struct budget *b) {
  return b->end > 0 && clock_wall() >= b->end;
}

double budget_search(const struct budget *b) {
  return b->end > 0 ? b->end - b->reserve : 0;
}

double budget_left(const struct budget *b, double most) {
  double left = b->end - clock_wall();
  if (!(b->end > 0) || left > most)
    return most;
  return left > 0.001 ? left : 0.001;
}

static bool over(void *user) { return budget_over(user); }

void budget_watch(struct budget *b, struct executor *x) {
  x->give_up = b->end > 0 ? over : NULL;
  x->give_up_user = b;
}
