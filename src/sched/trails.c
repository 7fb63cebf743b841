#include "sched/trails.h"

#include <string.h>

#include "base/alloc.h"
#include "base/pack.h"
#include "base/sound.h"

void trails_run(struct trails *t) {
  vec_clear(&t->taken);
  t->current = 0;
}

void trails_take(struct trails *t, choice c) {
  EXPECTS(CHOICE_THREAD(c) < THREADS_MAX);
  vec_push(&t->taken, c);
}

static uint32_t trail_new(struct trails *t) {
  if (!t->unused.len) {
    struct trail fresh = {0};
    vec_push(&t->unused, (uint32_t)t->at.len);
    vec_push(&t->at, fresh);
  }
  return vec_pop(&t->unused);
}

uint32_t trails_from(struct trails *t) {
  if (!t->current)
    t->current = trail_new(t) + 1;
  t->at.at[t->current - 1].branches++;
  return t->current;
}

/* The choices so far become those of a trail. */
static void fill(struct trails *t, uint32_t number) {
  EXPECTS(number < t->at.len);
  struct trail *r = &t->at.at[number];
  r->len = (uint32_t)t->taken.len;
  t->choices += r->len;
  r->at = alloc_zero(r->len + 1, sizeof *r->at);
  if (r->len)
    memcpy(r->at, t->taken.at, r->len * sizeof *r->at);
}

void trails_end(struct trails *t) {
  if (t->current)
    fill(t, t->current - 1);
}

uint32_t trails_detour(struct trails *t, choice c) {
  EXPECTS(CHOICE_THREAD(c) < THREADS_MAX);
  uint32_t number = trail_new(t);
  vec_push(&t->taken, c);
  fill(t, number);
  t->taken.len--;
  t->at.at[number].branches = 1;
  return number + 1;
}

static void leave(struct trails *t, uint32_t number) {
  EXPECTS(number < t->at.len && t->at.at[number].branches);
  struct trail *r = &t->at.at[number];
  if (--r->branches)
    return;
  t->choices -= r->len;
  free(r->at);
  *r = (struct trail){0};
  vec_push(&t->unused, number);
}

struct plan *trails_plan(struct trails *t, uint32_t from, uint32_t len,
                         choice last, struct batch *b) {
  EXPECTS(from <= t->at.len);
  struct plan *plan = batch_plan(b, from ? len + 1 : 0);
  if (!plan || !from)
    return plan;
  choice *to = b->choices + plan->prefix;
  if (len)
    memcpy(to, t->at.at[from - 1].at, len * sizeof *to);
  to[len] = last;
  leave(t, from - 1);
  return plan;
}

uint64_t trails_bytes(const struct trails *t) {
  return t->at.cap * sizeof(struct trail) + t->choices * sizeof(choice);
}

void trails_save(const struct trails *t, struct text *out) {
  pack_uint(out, t->at.len);
  for (size_t i = 0; i < t->at.len; i++) {
    const struct trail *r = &t->at.at[i];
    pack_uint(out, r->len);
    pack_bytes(out, r->at, r->len * sizeof *r->at);
  }
  pack_vec(out, &t->unused);
}

void trails_load(struct trails *t, struct unpack *in) {
  uint32_t count = unpack_count(in);
  for (uint32_t i = 0; i < count && !in->bad; i++) {
    struct trail r = {.len = unpack_count(in)};
    const void *from = unpack_bytes(in, r.len * sizeof *r.at);
    if (from && r.len) {
      r.at = alloc_zero(r.len, sizeof *r.at);
      memcpy(r.at, from, r.len * sizeof *r.at);
    }
    t->choices += r.len;
    vec_push(&t->at, r);
  }
  unpack_vec(in, &t->unused);
}

bool trails_claim(struct trails *t, uint32_t from, uint32_t len) {
  if (from > t->at.len || (from && len > t->at.at[from - 1].len))
    return false;
  if (from)
    t->at.at[from - 1].branches++;
  return true;
}

bool trails_sane(const struct trails *t) {
  for (size_t i = 0; i < t->unused.len; i++)
    if (t->unused.at[i] >= t->at.len || t->at.at[t->unused.at[i]].branches)
      return false;
  return true;
}

void trails_free(struct trails *t) {
  vec_each(&t->at, r) free(r->at);
  vec_free(&t->at);
  vec_free(&t->unused);
  vec_free(&t->taken);
  *t = (struct trails){0};
}
