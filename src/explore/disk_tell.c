/* The runs to the findings of a search on the disk.
 *
 * The journal is read once, from the last level to the first: in each level
 * the states that are wanted, those of findings and the parents of those that
 * were wanted in the level behind it. */
#include <string.h>

#include "base/sound.h"
#include "explore/disk_inside.h"

struct wanted {
  uint64_t index;
  uint32_t from; /* finding, or the path of a child */
  bool child;
};
struct wants {
  VEC(struct wanted) at;
};

static int by_index(const void *a, const void *b) {
  const struct wanted *x = a, *y = b;
  return x->index < y->index ? -1 : x->index > y->index;
}

/* Findings whose state is in this level. */
static void want_findings(struct disk *d, size_t level, struct wants *w) {
  const struct disk_level *l = &d->levels.at[level];
  for (size_t i = 0; i < d->where.len; i++) {
    uint64_t number = d->where.at[i];
    struct wanted one = {number - l->first, (uint32_t)i, false};
    if (number >= l->first && one.index < l->count)
      vec_push(&w->at, one);
  }
}

/* One state of the level, which is wanted for some of w, from `k` on. */
static size_t meet(struct disk *d, const struct wants *w, size_t k,
                   const uint64_t *words, uint64_t parent,
                   struct wants *before) {
  struct disk_path p = {w->at.at[k].index, NONE, d->path_words.len};
  uint32_t path = (uint32_t)d->paths.len;
  for (size_t i = 0; i < disk_layout(d)->words; i++)
    vec_push(&d->path_words, words[i]);
  vec_push(&d->paths, p);
  struct wanted one = {parent, path, true};
  vec_push(&before->at, one);
  for (; k < w->at.len && w->at.at[k].index == p.index; k++)
    if (w->at.at[k].child)
      d->paths.at[w->at.at[k].from].parent = path;
    else
      d->path_of.at[w->at.at[k].from] = path;
  return k;
}

static bool follow(struct search *s, size_t level, const struct wants *w,
                   uint64_t *words, struct wants *before) {
  struct disk *d = s->disk;
  struct journal_in in = {0};
  size_t k = 0;
  bool ok = journal_begin(d, &in, d->levels.at[level].offset, 0);
  for (uint64_t i = 0; ok && k < w->at.len; i++) {
    ok = journal_next(d, &in, words);
    if (ok && w->at.at[k].index == i)
      k = meet(d, w, k, words, in.parent, before);
  }
  journal_end(&in);
  return ok || disk_fail(s, text_str(&d->journal.why));
}

void disk_conclude(struct search *s) {
  struct disk *d = s->disk;
  struct wants now = {0}, before = {0};
  uint64_t *words = alloc_zero(s->layout.words, sizeof *words);
  vec_resize(&d->path_of, d->where.len);
  vec_each(&d->path_of, path) *path = NONE;
  for (size_t level = d->levels.len; level-- > 0 && !d->journal.failed;) {
    want_findings(d, level, &now);
    if (now.at.len)
      qsort(now.at.at, now.at.len, sizeof *now.at.at, by_index);
    vec_clear(&before.at);
    if (now.at.len)
      follow(s, level, &now, words, &before);
    vec_clear(&now.at);
    vec_each(&before.at, one) if (level) vec_push(&now.at, *one);
  }
  if (d->failed && !s->result->stopped)
    s->result->stopped = STOP_DISK;
  s->result->stats.states = d->states;
  s->result->stats.disk_bytes = d->largest;
  vec_free(&now.at);
  vec_free(&before.at);
  free(words);
}

bool disk_stage(struct search *s, struct candidate *c) {
  struct disk *d = s->disk;
  size_t at = (size_t)(c - s->found.at);
  EXPECTS(at < s->found.len);
  uint32_t path = at < d->path_of.len ? d->path_of.at[at] : NONE;
  if (s->start_failed)
    return true;
  if (path == NONE)
    return false;
  state_id len = 0;
  for (uint32_t p = path; p != NONE; p = d->paths.at[p].parent)
    len++;
  s->store.count = 0;
  if (!store_reserve(&s->store, len + 1))
    return false;
  s->store.count = len;
  c->state = len - 1;
  for (uint32_t p = path; p != NONE; p = d->paths.at[p].parent) {
    store_put(&s->store, --len, d->path_words.at + d->paths.at[p].words);
    store_set_parent(&s->store, len, len ? len - 1 : 0);
  }
  return true;
}

void disk_claim(struct claim *c) {
  unsigned lost = (unsigned)(c->asked & c->preserved & DISK_LOST);
  struct text name = {0};
  c->preserved &= ~(uint64_t)DISK_LOST;
  if (!lost)
    return;
  text_add(&name, "--disk does not look for ");
  strategy_kinds(lost, ", ", &name);
  reasons_add(&c->because,
              (struct because){.why = WHY_STRATEGY, .name = text_str(&name)});
  text_free(&name);
}
