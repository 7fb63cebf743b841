#include "sched/contacts.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/pack.h"
#include "base/sound.h"
#include "exec/executor.h"
#include "exec/policy.h"
#include "sched/pairs.h"

enum {
  TRIES = 3, /* of an order that was not seen */
};

/* What is known of one pair of places beside its orders. */
struct known {
  uint8_t again; /* orders seen in more than one run */
  uint8_t tries;
};

struct contacts {
  struct pairs all, run;   /* of all runs, of one */
  VEC(struct known) known; /* by index in all.at */
  uint64_t seen[COLD_SITES / 64], met[COLD_SITES / 64];
  uint64_t runs, once;
  uint32_t length;
  size_t next; /* pair to aim at */
};

struct contacts *contacts_new(void) {
  return alloc_zero(1, sizeof(struct contacts));
}

void contacts_free(struct contacts *c) {
  if (!c)
    return;
  pairs_free(&c->all);
  pairs_free(&c->run);
  vec_free(&c->known);
  free(c);
}

static void mark(uint64_t *set, uint32_t site) {
  EXPECTS(set);
  if (site < COLD_SITES)
    set[site / 64] |= UINT64_C(1) << site % 64;
}

/* A pair of the run; how many of its orders are new. */
static uint32_t take_pair(struct contacts *c, const struct pair *seen) {
  EXPECTS(seen->orders <= (PAIR_FORTH | PAIR_BACK));
  struct pair place = {seen->a, seen->b, 0};
  size_t i = pairs_put(&c->all, &place);
  if (i == c->known.len)
    vec_push(&c->known, ((struct known){0}));
  struct pair *p = &c->all.at.at[i];
  struct known *k = &c->known.at[i];
  uint8_t fresh = (uint8_t)(seen->orders & ~p->orders);
  uint8_t again = (uint8_t)(seen->orders & p->orders & ~k->again);
  c->once += (uint32_t)__builtin_popcount(fresh);
  c->once -= (uint32_t)__builtin_popcount(again);
  p->orders |= seen->orders;
  k->again |= again;
  mark(c->met, p->a);
  mark(c->met, p->b);
  return (uint32_t)__builtin_popcount(fresh);
}

uint32_t contacts_learn(struct contacts *c, const struct event *events,
                        size_t count) {
  EXPECTS(events || !count);
  uint32_t fresh = 0, hot = 0;
  pairs_clear(&c->run);
  pairs_add(&c->run, events, count);
  vec_each(&c->run.at, p) fresh += take_pair(c, p);
  for (size_t i = 0; i < count; i++) {
    const struct event *e = &events[i];
    if (e->flags & (EVENT_SILENT | EVENT_PENDING))
      continue;
    bool access = OP_CLASS(e->kind) == CLASS_ACCESS;
    if (access)
      mark(c->seen, e->site);
    hot += !access || !e->site || e->site >= COLD_SITES ||
           site_is_cold(c->met, e->site);
  }
  c->length = hot > c->length ? hot : c->length;
  c->runs++;
  return fresh;
}

void contacts_cold(const struct contacts *c, uint64_t *cold) {
  for (size_t i = 0; i < COLD_SITES / 64; i++)
    cold[i] = c->seen[i] & ~c->met[i];
}

bool contacts_aim(struct contacts *c, uint32_t *hold, uint32_t *until) {
  EXPECTS(hold && until);
  for (size_t n = 0; n < c->all.at.len; n++) {
    size_t i = c->next++ % c->all.at.len;
    const struct pair *p = &c->all.at.at[i];
    if (p->orders == (PAIR_FORTH | PAIR_BACK) || c->known.at[i].tries == TRIES)
      continue;
    c->known.at[i].tries++;
    *hold = p->orders == PAIR_FORTH ? p->a : p->b;
    *until = p->orders == PAIR_FORTH ? p->b : p->a;
    return true;
  }
  return false;
}

uint32_t contacts_length(const struct contacts *c) {
  return c->length;
}

struct contacts_figures contacts_figures(const struct contacts *c) {
  struct contacts_figures f = {
      .runs = c->runs, .pairs = c->all.at.len, .once = c->once};
  vec_each(&c->all.at, p) f.both += p->orders == (PAIR_FORTH | PAIR_BACK);
  return f;
}

uint64_t contacts_bytes(const struct contacts *c) {
  return sizeof *c + c->all.at.cap * sizeof *c->all.at.at * 4;
}

/* --- to a file and back --------------------------------------------------- */

void contacts_save(const struct contacts *c, struct text *out) {
  pack_vec(out, &c->all.at);
  pack_vec(out, &c->known);
  pack_bytes(out, c->seen, sizeof c->seen);
  pack_uint(out, c->runs);
  pack_uint(out, c->once);
  pack_uint(out, c->length);
  pack_uint(out, c->next);
}

bool contacts_load(struct contacts *c, struct unpack *in) {
  VEC(struct pair) pairs = {0};
  unpack_vec(in, &pairs);
  vec_each(&pairs, p) {
    pairs_put(&c->all, p);
    mark(c->met, p->a);
    mark(c->met, p->b);
  }
  unpack_vec(in, &c->known);
  in->bad |= c->known.len != c->all.at.len || pairs.len != c->all.at.len;
  unpack_into(in, c->seen, sizeof c->seen, 1);
  c->runs = unpack_uint(in, UINT64_MAX);
  c->once = unpack_uint(in, UINT64_MAX);
  c->length = (uint32_t)unpack_uint(in, UINT32_MAX);
  c->next = (size_t)unpack_uint(in, UINT64_MAX);
  vec_free(&pairs);
  return !in->bad;
}
