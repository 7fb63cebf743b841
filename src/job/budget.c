#include "job/budget.h"

#include "base/clock.h"
#include "exec/executor.h"

struct budget budget_begin(double seconds, const volatile sig_atomic_t *stop) {
  struct budget b = {.stop = stop};
  if (!(seconds > 0))
    return b;
  b.end = clock_wall() + seconds;
  b.reserve = seconds * 0.05 < 0.4 ? seconds * 0.05 : 0.4;
  return b;
}

double budget_seconds(const struct budget *b, double seconds) {
  double left = budget_search(b) - clock_wall();
  if (!(b->end > 0) || (seconds > 0 && seconds < left))
    return seconds;
  return left > 0.001 ? left : 0.001;
}

bool budget_over(const struct budget *b) {
  return (b->stop && *b->stop) || (b->end > 0 && clock_wall() >= b->end);
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

bool budget_give_up(void *budget) {
  return budget_over(budget);
}

void budget_watch(struct budget *b, struct executor *x) {
  x->give_up = budget_give_up;
  x->give_up_user = b;
}

void budget_time(struct budget *b, double seconds, double since) {
  b->seconds = seconds;
  b->started = since;
}

static bool time_over(void *user) {
  const struct budget *b = user;
  double half = b->seconds / 2, least = b->seconds < 1 ? b->seconds : 1;
  return budget_over(b) ||
         (b->seconds > 0 &&
          clock_wall() >= b->started + (half > least ? half : least));
}

void budget_watch_time(struct budget *b, struct executor *x) {
  x->give_up = time_over;
  x->give_up_user = b;
}

static bool rest_over(void *user) {
  const struct budget *b = user;
  return budget_over(b) || (b->rest > 0 && clock_wall() >= b->rest);
}

void budget_watch_rest(struct budget *b, struct executor *x, double moment) {
  double now = clock_wall(), end = b->started + b->seconds;
  b->rest = b->seconds > 0 ? (end > now ? end : now) + moment : 0;
  x->give_up = rest_over;
  x->give_up_user = b;
}

double budget_time_left(const struct budget *b) {
  double left = b->started + b->seconds - clock_wall();
  double least = b->seconds / 20;
  return left > least ? left : least;
}
