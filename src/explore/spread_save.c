/* A search by several ranks, saved and loaded (checkpoint.h).
 *
 * Each rank writes its states into a file of its own, `ranks-GENERATION-RANK`;
 * when all are there, rank 0 writes the ledger, which names the generation, and
 * has what all ranks know alike.  Then the files of the generation before go.
 * So whoever dies when, the ledger names files that are whole.
 *
 * What is saved is the search as it was when its level began: what was met
 * since is met again.  Whoever goes on may be any number of ranks: each reads
 * all files, one after the other, and keeps the states that are its own. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/sound.h"
#include "explore/archive.h"
#include "explore/checkpoint.h"
#include "explore/spread_inside.h"

enum { LEVEL_BITS = 24 };

static const char *name_of(struct spread *p, uint64_t generation,
                           uint64_t rank) {
  snprintf(p->file, sizeof p->file, "ranks-%llu-%llu",
           (unsigned long long)generation, (unsigned long long)rank);
  return p->file;
}

/* Do all say so? */
static bool all_say(struct spread *p, bool ok) {
  uint8_t mine = ok, all = 1;
  ranks_share(p->ranks, &mine, 1, &p->all);
  for (unsigned r = 0; r < p->ranks->count; r++)
    all &= p->all.bytes.at[r];
  return all;
}

bool spread_agrees(struct ranks *r, bool ok) {
  struct spread p = {.ranks = r};
  bool all = all_say(&p, ok);
  ranks_all_free(&p.all);
  return all;
}

/* --- the states of a rank ------------------------------------------------- */

static void archive_rising(struct rising *r, struct archive *a) {
  archive_list(a, &r->words);
  archive_list(a, &r->marks);
  archive_number(a, &r->bits);
  archive_number(a, &r->sum);
  archive_number(a, &r->count);
  archive_number(a, &r->last);
}

static bool write_states(struct search *s) {
  struct spread *p = s->spread;
  struct archive a;
  const struct archive_head h = {s->saved->o->build, s->saved->model,
                                 s->saved->options, KIND_RANKS,
                                 p->generation + 1};
  archive_create(&a, s->saved->folder,
                 name_of(p, p->generation + 1, p->ranks->rank), &h);
  archive_rising(&p->own, &a);
  archive_rising(&p->parents, &a);
  archive_list(&a, &p->levels);
  archive_bytes(&a, s->store.states.at, (size_t)p->own.count * s->layout.bytes);
  bool ok = archive_commit(&a);
  if (!ok && !s->result->disk.len)
    text_add(&s->result->disk, text_str(&a.why));
  text_free(&a.why);
  return ok;
}

/* --- saving --------------------------------------------------------------- */

/* The figures of all ranks, as they were when the level began. */
static void sum_figures(struct search *s) {
  struct spread *p = s->spread;
  struct explore_stats *st = &s->result->stats, of;
  p->figures_now = *st;
  ranks_share(p->ranks, &p->figures, sizeof p->figures, &p->all);
  memset(st, 0, sizeof *st);
  for (unsigned r = 0; r < p->ranks->count; r++) {
    size_t len;
    memcpy(&of, ranks_given(&p->all, r, &len), sizeof of);
    st->stands_for += of.stands_for;
    st->transitions += of.transitions;
    st->terminated += of.terminated;
    st->blocking += of.blocking;
    st->deadlocks += of.deadlocks;
  }
  st->states = p->states;
}

bool spread_settle(struct search *s) {
  struct spread *p = s->spread;
  spread_share_taken(s);
  sum_figures(s);
  return all_say(p, write_states(s));
}

bool spread_settled(struct search *s, bool ok) {
  struct spread *p = s->spread;
  s->result->stats = p->figures_now;
  ok = all_say(p, ok);
  if (!ok)
    return false;
  for (uint64_t r = 0; !p->ranks->rank && r < p->writers; r++)
    unlinkat(s->saved->folder, name_of(p, p->generation, r), 0);
  p->generation++;
  p->writers = p->ranks->count;
  return true;
}

void spread_clear(struct search *s) {
  struct spread *p = s->spread;
  for (uint64_t r = 0; !p->ranks->rank && r < p->writers; r++)
    unlinkat(s->saved->folder, name_of(p, p->generation, r), 0);
}

/* What all ranks know alike; behind that of every search. */
void spread_archive(struct search *s, struct archive *a) {
  struct spread *p = s->spread;
  uint64_t generation = p->generation + 1, writers = p->ranks->count;
  archive_number(a, &generation);
  archive_number(a, &writers);
  archive_number(a, &p->states);
  archive_number(a, &p->width);
  archive_list(a, &p->where);
  archive_list(a, &p->note_told);
  archive_bytes(a, p->property_told, s->model->property_count);
  if (!a->loading)
    return;
  p->generation = generation;
  p->writers = writers;
}

/* --- loading -------------------------------------------------------------- */

/* What is one rank's own is taken from what is told of all. */
static void take_knowledge(struct search *s) {
  struct spread *p = s->spread;
  struct explore_stats *st = &s->result->stats;
  for (part_id i = 0; i < s->parts.count; i++)
    p->agreed[i] = s->parts.at[i].count;
  vec_resize(&s->note_seen, p->note_told.len);
  for (size_t i = 0; i < p->note_told.len; i++)
    s->note_seen.at[i] = p->note_told.at[i];
  memcpy(s->property_violated, p->property_told, s->model->property_count);
  if (p->ranks->rank) /* rank 0 has them, for the sum */
    st->stands_for = st->transitions = st->terminated = st->blocking =
        st->deadlocks = 0;
}

struct others { /* the states of a rank that has written */
  struct rising own, parents;
  VEC(struct spread_level) levels;
  VEC(uint8_t) states;
};

/* Those that are this rank's, by level and index. */
static bool keep_own(struct search *s, const struct others *o) {
  struct spread *p = s->spread;
  const struct layout *l = &s->layout;
  uint64_t *words = alloc_zero(l->words + 1, sizeof *words);
  size_t level = 0;
  bool ok = sorter_reserve(&p->order, p->order.len + o->own.count + 1);
  for (uint64_t i = 0; ok && i < o->own.count; i++) {
    while (level + 1 < o->levels.len && o->levels.at[level + 1].begin <= i)
      level++;
    words[l->words - 1] = 0;
    memcpy(words, o->states.at + i * l->bytes, l->bytes);
    if (owners_of(&p->owners, words) != p->ranks->rank)
      continue;
    words[l->words] = rising_get(&o->parents, i);
    sorter_push(&p->order, words,
                (uint64_t)level << (64 - LEVEL_BITS) | rising_get(&o->own, i));
  }
  free(words);
  return ok;
}

static bool read_states(struct search *s, uint64_t rank) {
  struct spread *p = s->spread;
  struct archive a;
  struct archive_head h;
  struct others o = {0};
  bool ok =
      archive_open(&a, s->saved->folder, name_of(p, p->generation, rank), &h) &&
      h.model == s->saved->model && h.more == p->generation;
  if (ok) {
    archive_rising(&o.own, &a);
    archive_rising(&o.parents, &a);
    archive_list(&a, &o.levels);
    ok = !a.failed && o.own.count == o.parents.count;
    vec_resize(&o.states, ok ? o.own.count * s->layout.bytes : 0);
    archive_bytes(&a, o.states.at, o.states.len);
    ok = ok && !a.failed && keep_own(s, &o);
  }
  if (!ok && !s->result->disk.len)
    text_add(&s->result->disk,
             a.why.len ? text_str(&a.why) : "a file of states makes no sense");
  archive_close(&a);
  text_free(&a.why);
  rising_free(&o.own);
  rising_free(&o.parents);
  vec_free(&o.levels);
  vec_free(&o.states);
  return ok;
}

/* The states that were kept, in their order, into the store. */
static bool store_own(struct search *s) {
  struct spread *p = s->spread;
  const size_t words = s->layout.words;
  bool ok = store_reserve(&s->store, p->order.len + 1);
  for (unsigned i = 0; i < s->jobs && ok; i++)
    ok = store_reserve_division(&s->store, i, p->order.len + 1);
  sorter_by_place(&p->order);
  for (size_t i = 0; ok && i < p->order.len; i++) {
    const uint64_t *state = sorter_at(&p->order, i);
    uint64_t level = state[words + 1] >> (64 - LEVEL_BITS);
    uint64_t index = state[words + 1] << LEVEL_BITS >> LEVEL_BITS;
    uint64_t hash = hash_words(state, words);
    uint32_t id = s->store.count;
    struct spread_level here = {.begin = id};
    while (p->levels.len <= level)
      vec_push(&p->levels, here);
    ok = store_find(&s->store, store_division(&s->store, hash), hash, state,
                    &id, NULL, NULL) != NONE;
    store_put(&s->store, id, state);
    s->store.count++;
    rising_push(&p->own, index);
    rising_push(&p->parents, state[words]);
  }
  return ok;
}

bool spread_load(struct search *s) {
  struct spread *p = s->spread;
  bool ok = s->level < 1u << LEVEL_BITS;
  spread_empty(s);
  spread_relayout(s);
  take_knowledge(s);
  p->order = (struct sorter){.words = s->layout.words + 2};
  for (uint64_t r = 0; ok && r < p->writers; r++)
    ok = read_states(s, r);
  ok = ok && store_own(s);
  sorter_close(&p->order);
  struct spread_level end = {.begin = s->store.count};
  while (p->levels.len <= s->level)
    vec_push(&p->levels, end);
  s->next = (state_id)p->levels.at[s->level].begin;
  s->level_end = s->store.count;
  p->figures = s->result->stats;
  /* Values that rank 0 had met when it was cut off are agreed on now. */
  if (ok && !layout_holds(&s->layout, &s->parts))
    ok = spread_widen(s);
  return all_say(p, ok);
}
