/* Findings of several ranks: in the order of one search, each once, with its
 * run. */
#include <string.h>

#include "base/sound.h"
#include "explore/spread_inside.h"

static bool has_note(enum finding_kind kind) {
  return kind != FINDING_DEADLOCK && kind != FINDING_BLOCKING &&
         kind != FINDING_PROPERTY;
}

static bool each_state(enum finding_kind kind) {
  return kind == FINDING_DEADLOCK || kind == FINDING_BLOCKING;
}

/* --- of a batch ----------------------------------------------------------- */

/* What the search would keep of the batch, were it alone, is of this level;
 * what it has kept before is of all ranks.  Of ends, one for each state, as
 * many are sent as can be listed; of others, which some rank may have told
 * already, all. */
void spread_account(struct search *s) {
  struct spread *p = s->spread;
  uint64_t counts[FINDING_KINDS], kept[FINDING_KINDS];
  const uint64_t most = s->options.findings_kept;
  size_t before = s->found.len;
  memcpy(counts, s->result->counts, sizeof counts);
  memcpy(kept, s->kept, sizeof kept);
  memcpy(s->result->counts, p->counts, sizeof counts);
  s->options.findings_kept = UINT64_MAX;
  search_account(s);
  s->options.findings_kept = most;
  memcpy(p->counts, s->result->counts, sizeof counts);
  memcpy(s->result->counts, counts, sizeof counts);
  memcpy(s->kept, kept, sizeof kept);
  for (size_t i = before; i < s->found.len; i++) {
    const struct candidate *c = &s->found.at[i];
    struct spread_found f;
    if (each_state(c->kind) && p->kept[c->kind]++ >= most)
      continue;
    memset(&f, 0, sizeof f);
    f.index = p->indices.at[c->state - s->batch.at[0]];
    f.candidate = *c;
    if (has_note(c->kind))
      f.note = notes_get(&s->notes, c->remark.note);
    vec_push(&p->found, f);
  }
  s->found.len = before;
  s->result->stats.states = p->states + p->caught;
}

/* --- of a level ----------------------------------------------------------- */

/* Of one state, those of the rank that owns it, in their order. */
static int by_index(const void *a, const void *b) {
  const struct spread_found *const *x = a, *const *y = b;
  if ((*x)->index != (*y)->index)
    return (*x)->index < (*y)->index ? -1 : 1;
  return *x < *y ? -1 : *x > *y;
}

/* Has some rank told it before?  If not, nobody need look for it any more. */
static bool told(struct search *s, struct candidate *c,
                 const struct note *note) {
  struct spread *p = s->spread;
  if (each_state(c->kind))
    return false;
  if (c->kind == FINDING_PROPERTY) {
    bool before = p->property_told[c->property];
    p->property_told[c->property] = s->property_violated[c->property] = true;
    return before;
  }
  note_id id = c->remark.note = notes_number(&s->notes, note);
  if (id >= p->note_told.len)
    vec_resize(&p->note_told, id + 1);
  if (id >= s->note_seen.len)
    vec_resize(&s->note_seen, id + 1);
  bool before = p->note_told.at[id];
  p->note_told.at[id] = s->note_seen.at[id] = 1;
  return before;
}

static void take_over(struct search *s, const struct spread_found *f) {
  struct spread *p = s->spread;
  struct candidate c = f->candidate;
  size_t before = s->found.len;
  if (told(s, &c, &f->note))
    return;
  if (!each_state(c.kind)) /* others were counted where they were met */
    search_count(s, &c);
  else if (s->kept[c.kind]++ < s->options.findings_kept)
    vec_push(&s->found, c);
  struct path_place where = {s->level, f->index};
  if (s->found.len > before)
    vec_push(&p->where, where);
}

/* Of a rank, before its findings: deadlocks and blocking states, those that
 * are not kept, too; whether something was left out at the limit of depth. */
struct ends {
  uint64_t deadlocks, blocking, left_deep;
};

static void add_ends(struct search *s, const struct ranks_all *all) {
  for (unsigned r = 0; r < s->spread->ranks->count; r++) {
    size_t len;
    struct ends e;
    memcpy(&e, ranks_given(all, r, &len), sizeof e);
    s->result->counts[FINDING_DEADLOCK] += e.deadlocks;
    s->result->counts[FINDING_BLOCKING] += e.blocking;
    s->left_deep |= e.left_deep != 0;
  }
}

void spread_merge_found(struct search *s) {
  struct spread *p = s->spread;
  struct bytes mine = {0};
  VEC(const struct spread_found *) sorted = {0};
  VEC(struct spread_found) found = {0};
  const struct ends ends = {p->counts[FINDING_DEADLOCK],
                            p->counts[FINDING_BLOCKING], s->left_deep};
  bytes_add(&mine, &ends, sizeof ends);
  bytes_add(&mine, p->found.at, p->found.len * sizeof *p->found.at);
  ranks_share(p->ranks, mine.at, mine.len, &p->all);
  bytes_free(&mine);
  add_ends(s, &p->all);
  for (unsigned r = 0; r < p->ranks->count; r++) {
    size_t len, at = found.len;
    const uint8_t *from = ranks_given(&p->all, r, &len);
    vec_resize(&found, at + (len - sizeof ends) / sizeof *found.at);
    if (found.len > at)
      memcpy(found.at + at, from + sizeof ends,
             (found.len - at) * sizeof *found.at);
  }
  vec_each(&found, f) vec_push(&sorted, f);
  if (sorted.len)
    qsort(sorted.at, sorted.len, sizeof *sorted.at, by_index);
  vec_each(&sorted, f) take_over(s, *f);
  vec_free(&sorted);
  vec_free(&found);
  vec_clear(&p->found);
  memset(p->counts, 0, sizeof p->counts);
}

/* --- at the end ----------------------------------------------------------- */

static uint64_t turn_of(const struct spread *p, uint64_t at) {
  uint64_t turn = rising_get(&p->parents, at) & SPREAD_MORE;
  size_t lo = 0, hi = p->turns.len;
  if (turn < SPREAD_MORE)
    return turn;
  while (lo < hi) {
    size_t middle = lo + (hi - lo) / 2;
    if (p->turns.at[middle].state < at)
      lo = middle + 1;
    else
      hi = middle;
  }
  return p->turns.at[lo].turn;
}

/* Each rank gives those that it has: index, parent, words; where they are
 * forgotten, the turn is the first word. */
static void give(struct search *s, size_t level, const uint64_t *indices,
                 size_t count, struct bytes *to) {
  struct spread *p = s->spread;
  uint64_t begin = p->levels.at[level].begin;
  uint64_t end =
      level + 1 < p->levels.len ? p->levels.at[level + 1].begin : p->own.count;
  uint64_t *words = alloc_zero(s->layout.words, sizeof *words);
  for (size_t i = 0; i < count; i++) {
    uint64_t at = rising_find(&p->own, begin, end, indices[i]);
    if (at == end)
      continue;
    uint64_t head[2] = {i, rising_get(&p->parents, at) >> SPREAD_TURN};
    if (s->store.forgets)
      words[0] = turn_of(p, at);
    else
      store_get(&s->store, (state_id)at, words);
    bytes_add(to, head, sizeof head);
    bytes_add(to, words, s->layout.words * sizeof *words);
  }
  free(words);
}

static bool fetch(struct search *s, size_t level, const uint64_t *indices,
                  size_t count, uint64_t *words, uint64_t *parents) {
  struct spread *p = s->spread;
  struct bytes mine = {0};
  const size_t size = s->layout.words * sizeof *words;
  size_t got = 0;
  give(s, level, indices, count, &mine);
  ranks_share(p->ranks, mine.at, mine.len, &p->all);
  bytes_free(&mine);
  for (size_t at = 0; at < p->all.bytes.len; got++) {
    uint64_t head[2];
    memcpy(head, p->all.bytes.at + at, sizeof head);
    at += sizeof head;
    parents[head[0]] = head[1];
    memcpy(words + head[0] * s->layout.words, p->all.bytes.at + at, size);
    at += size;
  }
  return got == count;
}

void spread_share_taken(struct search *s) {
  struct spread *p = s->spread;
  source_id count = s->model->source_count;
  ranks_share(p->ranks, (const void *)s->mover.taken, count, &p->all);
  for (unsigned r = 0; r < p->ranks->count; r++) {
    size_t len;
    const uint8_t *taken = ranks_given(&p->all, r, &len);
    for (source_id i = 0; i < count; i++)
      s->mover.taken[i] |= taken[i];
  }
}

/* The states on runs are made once more, from the initial one on: parents come
 * behind their children. */
static void remake(struct search *s) {
  struct paths *paths = &s->spread->paths;
  struct expander *x = &s->expanders[0];
  const size_t len = s->layout.words;
  const state_id scratch = s->store.count;
  x->note_seen = s->note_seen.at; /* it may have moved */
  x->note_seen_len = s->note_seen.len;
  for (size_t i = paths->states.len; i-- > 0;) {
    const struct path_state *state = &paths->states.at[i];
    uint64_t *words = paths->words.at + state->words;
    if (state->parent == NONE) {
      layout_pack(&s->layout, s->start, words);
      continue;
    }
    const uint64_t turn = words[0];
    store_put(&s->store, scratch,
              paths->words.at + paths->states.at[state->parent].words);
    s->store.count = scratch + 1;
    expand_again(x, scratch);
    assert(turn < x->records.len / len);
    memcpy(words, x->records.at + turn * len, len * sizeof *words);
  }
  s->store.count = scratch;
}

void spread_conclude(struct search *s) {
  struct spread *p = s->spread;
  p->store_bytes = store_bytes(&s->store) + rising_bytes(&p->own) +
                   rising_bytes(&p->parents) -
                   (uint64_t)s->store.count * sizeof(state_id);
  s->result->stats.most_states = p->own.count;
  s->result->stats.states = p->states + p->caught;
  spread_share_taken(s);
  if (s->start_failed)
    return;
  /* With --first one of the findings is left, the first. */
  p->paths.finding_count = s->found.len;
  p->paths.where = alloc_zero(p->where.len + 1, sizeof *p->paths.where);
  for (size_t i = 0; i < p->where.len; i++)
    p->paths.where[i] = p->where.at[i];
  if (paths_find(&p->paths, s, p->levels.len, fetch) && s->store.forgets &&
      !p->ranks->rank && store_reserve(&s->store, 2))
    remake(s);
}

bool spread_stage(struct search *s, struct candidate *c) {
  return !s->spread->ranks->rank && paths_stage(&s->spread->paths, s, c);
}

void spread_sum(struct search *s) {
  struct spread *p = s->spread;
  struct explore_stats *st = &s->result->stats, of;
  uint64_t states = st->states, depth = st->depth, bits = st->state_bits;
  uint64_t most = 0;
  st->store_bytes = p->store_bytes;
  st->sent_bytes = p->ranks->sent;
  struct explore_stats mine = *st;
  ranks_share(p->ranks, &mine, sizeof mine, &p->all);
  memset(st, 0, sizeof *st);
  for (unsigned r = 0; r < p->ranks->count; r++) {
    size_t len;
    memcpy(&of, ranks_given(&p->all, r, &len), sizeof of);
#define SUM(name, unit, text) st->name += of.name;
    EXPLORE_STATS(SUM)
#undef SUM
    st->cpu_seconds += of.cpu_seconds;
    st->sent_bytes += of.sent_bytes;
    most = of.most_states > most ? of.most_states : most;
  }
  st->states = states;
  st->depth = depth;
  st->state_bits = bits;
  st->most_states = most;
  st->level_most_states = s->spread->level_most;
  st->meets = p->ranks->meets;
  st->ranks = p->ranks->count;
}
