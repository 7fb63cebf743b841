#include "net/net.h"

#include "base/clock.h"

enum net_verdict net_limits_check(const struct net_limits *l, uint64_t bytes) {
  if (!l)
    return NET_DONE;
  if (l->memory && bytes > l->memory)
    return NET_MEMORY;
  if (progress_stopped(l->progress))
    return NET_INTERRUPTED;
  if (l->deadline > 0 && clock_wall() > l->deadline)
    return NET_TIME;
  return NET_DONE;
}

void net_report_free(struct net_report *r) {
  vec_each(&r->livelocks, l) {
    vec_free(&l->inputs);
    vec_free(&l->cycle);
  }
  vec_each(&r->stuck, s) vec_free(&s->inputs);
  vec_free(&r->livelocks);
  vec_free(&r->stuck);
  vec_free(&r->dead);
  vec_free(&r->lost);
  *r = (struct net_report){0};
}

void symbols_reverse(symbol_list *list, size_t first) {
  for (size_t i = first, j = list->len; i + 1 < j; i++) {
    const symbol_id swap = list->at[i];
    list->at[i] = list->at[--j];
    list->at[j] = swap;
  }
}
