#include "explore/paths.h"

#include <string.h>

#include "base/sound.h"
#include "explore/search.h"

struct wanted {
  uint64_t index;
  uint32_t from; /* finding, or the state of a child */
  bool child;
};
struct wants {
  VEC(struct wanted) at;
};

static int by_index(const void *a, const void *b) {
  const struct wanted *x = a, *y = b;
  return x->index < y->index ? -1 : x->index > y->index;
}

static void want_findings(const struct paths *p, size_t level,
                          struct wants *w) {
  for (size_t i = 0; i < p->finding_count; i++) {
    struct wanted one = {p->where[i].index, (uint32_t)i, false};
    if (p->where[i].level == level)
      vec_push(&w->at, one);
  }
  if (w->at.len)
    qsort(w->at.at, w->at.len, sizeof *w->at.at, by_index);
}

/* The states that were fetched, each for all who want it; what they want. */
static void meet(struct paths *p, const struct wants *w, size_t words,
                 const uint64_t *got, const uint64_t *parents,
                 struct wants *before) {
  size_t k = 0, n = 0;
  for (; k < w->at.len; n++) {
    uint64_t index = w->at.at[k].index;
    uint32_t state = (uint32_t)p->states.len;
    struct path_state here = {NONE, p->words.len};
    for (size_t i = 0; i < words; i++)
      vec_push(&p->words, got[n * words + i]);
    vec_push(&p->states, here);
    struct wanted one = {parents[n], state, true};
    vec_push(&before->at, one);
    for (; k < w->at.len && w->at.at[k].index == index; k++)
      if (w->at.at[k].child)
        p->states.at[w->at.at[k].from].parent = state;
      else
        p->of.at[w->at.at[k].from] = state;
  }
}

static bool follow(struct paths *p, struct search *s, size_t level,
                   const struct wants *w, paths_fetch *fetch,
                   struct wants *before) {
  VEC(uint64_t) indices = {0};
  vec_each(&w->at, one) if (!indices.len || *vec_last(&indices) != one->index)
      vec_push(&indices, one->index);
  size_t words = s->layout.words;
  uint64_t *got = alloc_zero(indices.len * words + 1, sizeof *got);
  uint64_t *parents = alloc_zero(indices.len + 1, sizeof *parents);
  bool ok = fetch(s, level, indices.at, indices.len, got, parents);
  if (ok)
    meet(p, w, words, got, parents, before);
  free(got);
  free(parents);
  vec_free(&indices);
  return ok;
}

bool paths_find(struct paths *p, struct search *s, size_t levels,
                paths_fetch *fetch) {
  struct wants now = {0}, before = {0};
  bool ok = true;
  vec_resize(&p->of, p->finding_count);
  vec_each(&p->of, state) *state = NONE;
  for (size_t level = levels; level-- > 0 && ok;) {
    want_findings(p, level, &now);
    vec_clear(&before.at);
    if (now.at.len)
      ok = follow(p, s, level, &now, fetch, &before);
    vec_clear(&now.at);
    vec_each(&before.at, one) if (level) vec_push(&now.at, *one);
  }
  vec_free(&now.at);
  vec_free(&before.at);
  return ok;
}

bool paths_stage(const struct paths *p, struct search *s, struct candidate *c) {
  size_t at = (size_t)(c - s->found.at);
  EXPECTS(at < s->found.len);
  uint32_t last = at < p->of.len ? p->of.at[at] : NONE;
  if (s->start_failed)
    return true;
  if (last == NONE)
    return false;
  state_id len = 0;
  for (uint32_t i = last; i != NONE; i = p->states.at[i].parent)
    len++;
  s->store.first = s->store.count = 0;
  if (!store_reserve(&s->store, len + 1))
    return false;
  s->store.count = len;
  c->state = len - 1;
  for (uint32_t i = last; i != NONE; i = p->states.at[i].parent) {
    store_put(&s->store, --len, p->words.at + p->states.at[i].words);
    store_set_parent(&s->store, len, len ? len - 1 : 0);
  }
  return true;
}

void paths_free(struct paths *p) {
  free(p->where);
  vec_free(&p->states);
  vec_free(&p->words);
  vec_free(&p->of);
}
