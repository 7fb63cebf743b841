/* Happens-before of C11, by clocks (Mattern 1989), and its data races.
 *
 * A thread's own number goes up when it releases something, so two accesses
 * between which it released nothing have the same: whoever knows the one
 * knows the other.  Of each access that a thread makes at a place of its text
 * the last one is kept: an earlier one that nothing orders before a later
 * access of another thread has this one after it, which nothing orders
 * either. */
#include "brute_state.h"

static void join(struct clock *into, const struct clock *from) {
  for (unsigned u = 0; u < THREADS; u++)
    if (into->at[u] < from->at[u])
      into->at[u] = from->at[u];
}

static void tick(struct state *s, unsigned t) {
  s->clock[AT_NOW + t].at[t]++;
}

void order_acquire(struct state *s, unsigned t, unsigned clock) {
  join(&s->clock[AT_NOW + t], &s->clock[clock]);
}

void order_release(struct state *s, unsigned t, unsigned clock) {
  join(&s->clock[clock], &s->clock[AT_NOW + t]);
  tick(s, t);
}

void order_create(struct state *s, unsigned t, unsigned child) {
  s->clock[AT_NOW + child] = s->clock[AT_NOW + t];
  s->clock[AT_NOW + child].at[child] = 1;
  tick(s, t);
}

void order_join(struct state *s, unsigned t, unsigned child) {
  join(&s->clock[AT_NOW + t], &s->clock[AT_NOW + child]);
}

/* --- atomics ------------------------------------------------------------ */

static bool acquires(unsigned order) {
  return order == ACQUIRE || order == ACQ_REL || order == SEQ_CST;
}
static bool releases(unsigned order) {
  return order == RELEASE || order == ACQ_REL || order == SEQ_CST;
}

/* Elements of the array are variables behind the others. */
static struct clock *released(struct state *s, unsigned var) {
  return &s->clock[AT_RELEASED + var * THREADS];
}

void order_atomic_load(struct state *s, unsigned t, unsigned var,
                       unsigned order) {
  for (unsigned u = 0; u < THREADS; u++)
    join(&s->clock[(acquires(order) ? AT_NOW : AT_SEEN) + t],
         &released(s, var)[u]);
}

/* A release by t, or what its last release fence makes one. */
static void put(struct state *s, unsigned t, unsigned var, unsigned order) {
  if (releases(order)) {
    join(&released(s, var)[t], &s->clock[AT_NOW + t]);
    tick(s, t);
  } else {
    join(&released(s, var)[t], &s->clock[AT_FENCE + t]);
  }
}

/* A store ends the release sequences of others.  That it goes on with one of
 * its own thread is C11; C++20 has given it up. */
void order_atomic_store(const struct world *w, struct state *s, unsigned t,
                        unsigned var, unsigned order) {
  for (unsigned u = 0; u < THREADS; u++)
    if (u != t || !w->lenient)
      released(s, var)[u] = (struct clock){0};
  put(s, t, var, order);
}

/* What it leaves is no value of a release sequence, so who reads it takes
 * nothing.  But such a read races with the write unless it is ordered
 * otherwise, and what follows a race need not be told. */
void order_plain_store(const struct world *w, struct state *s, unsigned var) {
  for (unsigned u = 0; u < THREADS && !w->lenient; u++)
    released(s, var)[u] = (struct clock){0};
}

void order_atomic_update(struct state *s, unsigned t, unsigned var,
                         unsigned order) {
  order_atomic_load(s, t, var, order);
  put(s, t, var, order);
}

void order_fence(struct state *s, unsigned t, unsigned order) {
  if (acquires(order))
    order_acquire(s, t, AT_SEEN + t);
  if (releases(order)) {
    s->clock[AT_FENCE + t] = s->clock[AT_NOW + t];
    tick(s, t);
  }
}

/* --- races -------------------------------------------------------------- */

static bool overlap(const struct site *a, const struct site *b) {
  return a->at < b->at + b->size && b->at < a->at + a->size;
}

static void add(struct brute_race *to, unsigned *len, uint16_t a, uint16_t b) {
  struct brute_race r = {a < b ? a : b, a < b ? b : a};
  for (unsigned i = 0; i < *len; i++)
    if (to[i].first == r.first && to[i].second == r.second)
      return;
  if (*len < RACES_MAX)
    to[(*len)++] = r;
}

static void found(const struct world *w, const struct site *a,
                  const struct site *b, bool must) {
  struct brute *out = w->out;
  if (w->may)
    add(out->may_race, &out->may_races, a->place, b->place);
  if (w->must && must)
    add(out->must_race, &out->must_races, a->place, b->place);
}

void order_access(const struct world *w, struct state *s, unsigned t,
                  unsigned site) {
  const struct site *sites = w->code->site, *a = &sites[site];
  for (unsigned i = 0; i < w->code->sites; i++) {
    const struct site *b = &sites[i];
    if (!s->seen[i] || !overlap(a, b))
      continue;
    if (b->thread != t && (a->writes || b->writes) && (a->plain || b->plain) &&
        s->clock[AT_NOW + t].at[b->thread] < s->seen[i])
      found(w, a, b, !s->stale[i]);
    if (a->writes)
      s->stale[i] = 1;
  }
  s->seen[site] = s->clock[AT_NOW + t].at[t];
  s->stale[site] = 0;
}

/* --- equal states ------------------------------------------------------- */

void order_normalise(const struct world *w, struct state *s) {
  for (unsigned u = 0; u < THREADS; u++) {
    uint8_t rank[256] = {0}, next = 0;
    for (unsigned i = 0; i < CLOCKS; i++)
      rank[s->clock[i].at[u]] = 1;
    for (unsigned i = 0; i < w->code->sites; i++)
      if (w->code->site[i].thread == u)
        rank[s->seen[i]] = 1;
    rank[0] = 0;
    for (unsigned v = 1; v < 256; v++)
      if (rank[v])
        rank[v] = ++next;
    for (unsigned i = 0; i < CLOCKS; i++)
      s->clock[i].at[u] = rank[s->clock[i].at[u]];
    for (unsigned i = 0; i < w->code->sites; i++)
      if (w->code->site[i].thread == u)
        s->seen[i] = rank[s->seen[i]];
  }
}
