/* Spots: on every step that is taken at random, what a process does it may do
 * from its spot, and what it may do behind the step it may do before it.  From
 * these two follows what reductions count on (explore/future.h). */
#include <stdlib.h>

#include "base/rng.h"
#include "../cross/random_system.h"
#include "explore/future.h"
#include "lang/lang.h"
#include "model/interp.h"
#include "test.h"

enum { WALKS = 40, STEPS = 200, WORDS_MOST = 64 };

struct walked {
  uint64_t taken, wrong, unknown, counted;
};

static spot_id spot_of(const struct spots *s, const struct istate *at,
                       process_id p) {
  int32_t words[WORDS_MOST] = {(int32_t)interp_location(at, p)};
  uint32_t slots = s->model->processes[p].slot_count;
  for (slot_id i = 0; i < slots && i + 1 < WORDS_MOST; i++)
    words[1 + i] = interp_slot(at, p, i);
  return spots_find(s, p, words);
}

static unsigned use_of(const struct edge *e) {
  switch (e->action) {
  case ACT_SEND:
    return USE_SEND;
  case ACT_RECEIVE:
    return USE_RECEIVE;
  case ACT_LOCK:
  case ACT_P:
    return USE_TAKE;
  case ACT_UNLOCK:
  case ACT_V:
    return USE_GIVE;
  case ACT_READ:
    return USE_READ;
  case ACT_WRITE:
    return USE_WRITE;
  default:
    return 0;
  }
}

static void look(const struct future *f, const struct spots *s,
                 const struct model_step *step, const struct istate *from,
                 const struct istate *to, struct walked *w) {
  process_id p = step->process;
  spot_id a = spot_of(s, from, p), b = spot_of(s, to, p);
  unsigned use = use_of(&f->model->processes[p].edges[step->edge]);
  w->taken++;
  w->counted += s->of[p].counters.len != 0;
  w->unknown +=
      s->of[p].counters.len && (a == s->of[p].at.len || b == s->of[p].at.len);
  if (use && step->object != NONE)
    w->wrong += !future_may(f, p, a, step->object, use);
  for (object_id o = 0; o < f->model->object_count; o++)
    for (unsigned k = 1; k < 1u << USE_KINDS; k <<= 1)
      w->wrong += future_may(f, p, b, o, k) && !future_may(f, p, a, o, k);
}

static void walk(const struct model *m, uint64_t seed, struct walked *w) {
  struct future f;
  struct spots s;
  struct rng r = rng_seed(seed);
  struct interp *in = interp_new(m);
  struct interp_failure failed;
  future_open(&f, m);
  spots_open(&s, m);
  for (int i = 0; i < WALKS; i++) {
    struct istate *at = interp_initial(in, &failed);
    for (int k = 0; k < STEPS; k++) {
      struct interp_steps steps = {0};
      interp_steps(in, at, &steps);
      struct model_step step = {0};
      if (steps.at.len)
        step = steps.at.at[rng_below(&r, (uint32_t)steps.at.len)];
      struct istate *next =
          steps.at.len ? interp_fire(in, at, &step, &failed) : NULL;
      if (next)
        look(&f, &s, &step, at, next, w);
      interp_state_free(at);
      at = next;
      vec_free(&steps.at);
      if (!at)
        break;
    }
    if (at)
      interp_state_free(at);
  }
  spots_close(&s);
  future_close(&f);
  interp_free(in);
}

static struct model *read(const char *file) {
  struct text source = {0};
  struct diag quiet = {0};
  struct lang_options lang = {0};
  struct model *m = NULL;
  if (text_read_file(&source, file))
    m = lang_read(file, text_str(&source), source.len, &lang, &quiet);
  text_free(&source);
  return m;
}

/* Shipped models in which processes count. */
TEST(spots_cover_what_models_do) {
  static const char *const files[] = {"models/flooding_star.hed",
                                      "models/mutex_token.hed",
                                      "models/mutex.hed",
                                      "models/readers.hed",
                                      "models/window.hed",
                                      "models/token.hed",
                                      "models/bb.hed",
                                      "models/leader.hed"};
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    struct walked w = {0};
    struct model *m = read(files[i]);
    CHECK(m != NULL);
    if (!m)
      continue;
    walk(m, i + 1, &w);
    CHECK(w.taken > 100);
    CHECK_EQ(w.wrong, 0);
    CHECK_EQ(w.unknown, 0);
    model_free(m);
  }
}

TEST(spots_cover_what_random_systems_do) {
  struct walked w = {0};
  for (uint64_t seed = 1; seed <= 300; seed++) {
    struct model *m = random_system(seed);
    walk(m, seed, &w);
    model_free(m);
  }
  CHECK_EQ(w.wrong, 0);
  CHECK_EQ(w.unknown, 0);
  CHECK(w.counted > w.taken / 10);
}

/* Who tells the others one by one, from one location. */
TEST(spots_know_who_is_left) {
  struct model *m = read("models/flooding_star.hed");
  struct future f;
  struct spots s;
  CHECK(m != NULL);
  if (!m)
    return;
  future_open(&f, m);
  spots_open(&s, m);
  for (int32_t k = 1; k < 10; k++) {
    int32_t words[] = {0, k, 0};
    spot_id at = spots_find(&s, 0, words);
    for (object_id o = 0; o < m->object_count; o++)
      CHECK_EQ(future_may(&f, 0, at, o, USE_SEND) != 0,
               (int32_t)m->objects[o].to >= k);
  }
  spots_close(&s);
  future_close(&f);
  model_free(m);
}
