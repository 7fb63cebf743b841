#include "sittings.h"

#include <string.h>

#include "base/hash.h"
#include "sched/saved.h"

struct watcher {
  struct story_so_far *w;
  uint64_t patience;
  volatile sig_atomic_t stop;
};

static void watch(void *user, const struct batch *b, uint32_t i) {
  struct watcher *o = user;
  const struct run *r = &b->runs[i];
  for (uint32_t k = 0; k < r->events_len; k++) {
    const struct event *e = &b->events[r->events + k];
    o->w->hash = hash_pair(o->w->hash, e->thread * 65536u + e->kind * 256u +
                                           e->alt + (e->object << 24));
  }
  o->w->hash = hash_pair(o->w->hash, r->end);
  o->w->runs++;
  if (o->patience && !--o->patience)
    o->stop = 1;
}

static void note_end(struct story_so_far *w, const struct sched *s) {
  w->stats = s->stats;
  w->stats.bytes = 0; /* of capacities, which may differ */
  w->finished = s->finished;
  w->findings = s->findings.len;
  vec_each(&s->findings, f) {
    w->findings = hash_pair(w->findings, f->kind * 256u + f->thread);
    w->findings = hash_pair(w->findings, f->execution << 32 | f->count);
    w->findings = hash_pair(
        w->findings, hash_bytes(f->choices, f->choices_len * sizeof(choice)));
  }
}

bool sittings_one(const struct sittings *t, size_t workers, uint64_t runs,
                  uint64_t patience, struct story_so_far *w,
                  struct text *saved) {
  struct executor *x = t->open(t->user, workers);
  struct watcher o = {.w = w, .patience = patience};
  struct progress p = {.stop = &o.stop};
  struct sched s;
  struct sched_options options = t->options;
  if (!x)
    return w->broken = true, false;
  options.runs = runs;
  options.watch = watch;
  options.watch_user = &o;
  sched_open(&s, x, &options);
  w->broken = saved->len && !sched_load(&s, saved->at, saved->len);
  if (!w->broken)
    sched_run(&s, &p);
  w->broken |= s.verdict == VERDICT_BROKEN;
  text_clear(saved);
  sched_save(&s, saved);
  note_end(w, &s);
  bool more = !w->broken && !s.finished && s.stats.executions < t->runs &&
              !(s.findings.len && !options.all);
  sched_close(&s);
  x->close(x);
  return more;
}

static bool same(const struct story_so_far *a, const struct story_so_far *b) {
  return !a->broken && !b->broken && a->runs == b->runs && a->hash == b->hash &&
         a->findings == b->findings && a->finished == b->finished &&
         !memcmp(&a->stats, &b->stats, sizeof a->stats);
}

bool sittings_agree(const struct sittings *s, struct rng *r) {
  struct story_so_far whole = {0}, parts = {0};
  struct text saved = {0};
  sittings_one(s, 1 + rng_below(r, 2), s->runs, 0, &whole, &saved);
  text_clear(&saved);
  for (bool more = true; more;) {
    uint64_t left = s->runs - parts.runs, now = 1 + rng_below(r, s->longest);
    bool interrupted = rng_chance(r, 50) && now < left;
    uint64_t runs = interrupted || now > left ? left : now;
    more = sittings_one(s, 1 + rng_below(r, 2), runs, interrupted ? now : 0,
                        &parts, &saved);
  }
  text_free(&saved);
  return same(&whole, &parts);
}
