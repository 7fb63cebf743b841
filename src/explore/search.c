#include "explore/search.h"

#include <string.h>

#include "base/clock.h"
#include "base/hash.h"
#include "base/stress.h"

enum {
  BATCH_ALONE = STRESSED(3, 1024),
  BATCH_JOINT = STRESSED(7, 16384),
  CHUNK = STRESSED(2, 128),
  CHUNKS = (BATCH_JOINT + CHUNK - 1) / CHUNK,
  WORTH_SHARING = STRESSED(2, 512), /* states */
};

/* --- life ----------------------------------------------------------------- */

static void relayout(struct search *s) {
  for (unsigned i = 0; i < s->jobs; i++)
    expander_relayout(&s->expanders[i], &s->layout);
}

static void open_expanders(struct search *s) {
  s->expanders = alloc_apart(s->jobs, sizeof *s->expanders);
  for (unsigned i = 0; i < s->jobs; i++) {
    struct expander *x = &s->expanders[i];
    expander_open(x, &s->mover, &s->layout, &s->store);
    x->strategy = s->options.strategy;
    x->strategy_self = s->strategy_self;
    x->property_violated = s->property_violated;
    x->find = s->options.find;
    x->keep_steps = s->options.keep_edges;
  }
}

static void search_open(struct search *s, const struct model *m,
                        const struct explore_options *o) {
  s->model = m;
  s->options = *o;
  if (!s->options.find)
    s->options.find = EXPLORE_FIND_ALL;
  if (!s->options.findings_kept)
    s->options.findings_kept = 1000;
  if (!s->options.strategy)
    s->options.strategy = &strategy_full;
  s->started = clock_wall();
  s->cpu_started = clock_cpu();
  s->jobs = o->jobs && !o->depth_first ? o->jobs : 1;
  crew_open(&s->crew, s->jobs);
  s->jobs = s->crew.count;
  parts_open(&s->parts, m);
  notes_open(&s->notes);
  mover_open(&s->mover, &s->parts, &s->notes);
  s->property_violated = alloc_zero(m->property_count, 1);
  s->chunks = alloc_apart(CHUNKS, sizeof *s->chunks);
  for (unsigned i = 0; i < CHUNKS; i++)
    chunk_open(&s->chunks[i], s->jobs);
  s->sieves = alloc_apart(s->jobs, sizeof *s->sieves);
  for (unsigned i = 0; i < s->jobs; i++)
    vec_resize(&s->sieves[i].cursors, s->jobs);
  s->result = alloc_zero(1, sizeof *s->result);
}

static void search_close(struct search *s) {
  crew_close(&s->crew);
  for (unsigned i = 0; i < s->jobs; i++) {
    expander_close(&s->expanders[i]);
    vec_free(&s->sieves[i].fresh);
    vec_free(&s->sieves[i].first);
    vec_free(&s->sieves[i].ids);
    vec_free(&s->sieves[i].cursors);
  }
  free(s->expanders);
  free(s->sieves);
  for (unsigned i = 0; i < CHUNKS; i++)
    chunk_close(&s->chunks[i], s->jobs);
  free(s->chunks);
  mover_close(&s->mover);
  notes_close(&s->notes);
  parts_close(&s->parts);
  layout_close(&s->layout);
  store_close(&s->store);
  vec_free(&s->stack);
  vec_free(&s->depths);
  vec_free(&s->batch);
  vec_free(&s->found);
  free(s->property_violated);
  vec_free(&s->note_seen);
}

/* --- phase: expand -------------------------------------------------------- */

/* States with many parts take long: fewer of them, so that limits and
 * Ctrl-C are looked at often enough. */
static unsigned batch_limit(const struct search *s) {
  unsigned limit = s->jobs > 1 ? BATCH_JOINT : BATCH_ALONE;
  unsigned fair = (1u << 20) / (s->parts.count + 1);
  return fair < CHUNK ? CHUNK : fair < limit ? fair : limit;
}

/* The next chunk of this worker, or else of another; NULL: none is left. */
static struct chunk *next_chunk(struct search *s, unsigned worker) {
  for (unsigned i = 0; i < s->jobs; i++) {
    unsigned w = (worker + i) % s->jobs;
    if (w + s->sieves[w].next_chunk * s->jobs >= s->chunk_count)
      continue;
    unsigned k = w + s->sieves[w].next_chunk++ * s->jobs;
    if (k < s->chunk_count)
      return &s->chunks[k];
  }
  return NULL;
}

static void deal_chunks(struct search *s) {
  for (unsigned i = 0; i < s->jobs; i++)
    s->sieves[i].next_chunk = 0;
}

static void expand_phase(void *ctx, unsigned worker) {
  struct search *s = ctx;
  struct expander *x = &s->expanders[worker];
  x->note_seen = s->note_seen.at;
  x->note_seen_len = s->note_seen.len;
  struct chunk *c;
  while (!s->stale && (c = next_chunk(s, worker))) {
    chunk_clear(c, s->jobs);
    for (uint32_t i = 0; i < c->state_count; i++)
      expand_state(x, c, i);
    if (!layout_holds(&s->layout, &s->parts))
      s->stale = true;
  }
}

static void cut_into_chunks(struct search *s) {
  s->chunk_count = 0;
  for (size_t at = 0; at < s->batch.len; at += CHUNK) {
    struct chunk *c = &s->chunks[s->chunk_count++];
    size_t rest = s->batch.len - at;
    c->states = s->batch.at + at;
    c->state_count = (uint32_t)(rest < CHUNK ? rest : CHUNK);
  }
  deal_chunks(s);
  s->stale = false;
  s->alone = s->batch.len < WORTH_SHARING;
}

static void repack_phase(void *ctx, unsigned worker) {
  struct search *s = ctx;
  uint64_t span = s->repack_end - s->repack_begin;
  state_id begin = s->repack_begin + (state_id)(span * worker / s->jobs);
  state_id end = s->repack_begin + (state_id)(span * (worker + 1) / s->jobs);
  store_repack(&s->store, s->wider, begin, end);
}

static void repack(struct search *s) {
  state_id end = s->store.count;
  while (s->jobs > 1) {
    state_id begin = store_repack_from(&s->store, s->wider, end);
    if (end - begin < WORTH_SHARING)
      break;
    s->repack_begin = begin;
    s->repack_end = end;
    crew_run(&s->crew, repack_phase, s);
    end = begin;
  }
  store_repack(&s->store, s->wider, 0, end);
}

static void rehash_phase(void *ctx, unsigned worker) {
  struct search *s = ctx;
  s->sieves[worker].out_of_memory = !store_rehash(&s->store, worker);
}

/* A value did not fit its bits: pack everything anew, wider. */
static bool widen(struct search *s) {
  struct layout wider;
  layout_open(&wider, &s->parts);
  bool ok = store_reserve_wider(&s->store, &wider);
  s->wider = &wider;
  if (ok)
    repack(s);
  layout_close(&s->layout);
  s->layout = wider;
  s->store.layout = &s->layout;
  relayout(s);
  if (!ok)
    return false;
  crew_run(&s->crew, rehash_phase, s);
  for (unsigned d = 0; d < s->jobs; d++)
    ok &= !s->sieves[d].out_of_memory;
  return ok;
}

/* Nobody is woken for a batch that one does alone: a long chain of states
 * would otherwise cost a hand-over for each. */
static void run_phase(struct search *s, crew_phase *phase) {
  if (s->alone)
    phase(s, 0);
  else
    crew_run(&s->crew, phase, s);
}

static bool expand_batch(struct search *s) {
  for (;;) {
    cut_into_chunks(s);
    run_phase(s, expand_phase);
    if (s->parts.full)
      return false;
    if (!s->stale)
      return true;
    if (!widen(s))
      return false;
  }
}

/* --- phase: sift ---------------------------------------------------------- */

struct fresh_context {
  const struct search *search;
  unsigned division;
};

static const uint64_t *record_words(const struct search *s, unsigned division,
                                    const struct fresh *at) {
  return s->chunks[at->chunk].shares[division].words.at +
         (size_t)at->record * s->layout.words;
}

static const uint64_t *fresh_words(const void *ctx, uint32_t id) {
  const struct fresh_context *f = ctx;
  const struct sieve *sieve = &f->search->sieves[f->division];
  return record_words(f->search, f->division,
                      &sieve->fresh.at[id & ~(uint32_t)STORE_PROVISIONAL]);
}

static void sift_record(struct search *s, unsigned division, unsigned k,
                        uint32_t i) {
  const struct share *share = &s->chunks[k].shares[division];
  struct sieve *sieve = &s->sieves[division];
  struct fresh_context ctx = {s, division};
  uint32_t id = (uint32_t)STORE_PROVISIONAL | (uint32_t)sieve->fresh.len;
  uint32_t entry =
      store_find(&s->store, division, share->hashes.at[i],
                 share->words.at + i * s->layout.words, &id, fresh_words, &ctx);
  if (s->options.keep_edges)
    vec_push(&sieve->ids, id);
  if (entry == NONE)
    return;
  struct fresh fresh = {.chunk = k, .record = i, .entry = entry};
  vec_push(&sieve->fresh, fresh);
}

enum { FAR = 24, NEAR = 8 }; /* records that memory is asked for ahead */

static void sift_chunk(struct search *s, unsigned division, unsigned k) {
  const struct share *share = &s->chunks[k].shares[division];
  const uint64_t *hashes = share->hashes.at;
  size_t count = share->hashes.len;
  for (size_t i = 0; i < count && i < FAR; i++)
    store_prefetch(&s->store, hashes[i]);
  for (size_t i = 0; i < count; i++) {
    if (i + FAR < count)
      store_prefetch(&s->store, hashes[i + FAR]);
    if (i + NEAR < count)
      store_prefetch_state(&s->store, hashes[i + NEAR]);
    sift_record(s, division, k, (uint32_t)i);
  }
}

static void sift_division(struct search *s, unsigned division) {
  struct sieve *sieve = &s->sieves[division];
  size_t records = 0;
  for (unsigned k = 0; k < s->chunk_count; k++)
    records += s->chunks[k].shares[division].hashes.len;
  vec_clear(&sieve->fresh);
  vec_clear(&sieve->first);
  vec_clear(&sieve->ids);
  sieve->out_of_memory = !store_reserve_division(&s->store, division, records);
  for (unsigned k = 0; k < s->chunk_count; k++) {
    vec_push(&sieve->first, (uint32_t)sieve->fresh.len);
    if (!sieve->out_of_memory)
      sift_chunk(s, division, k);
  }
  vec_push(&sieve->first, (uint32_t)sieve->fresh.len);
}

/* A phase that goes by divisions: one each, or all of them alone. */
static void by_division(struct search *s, unsigned worker,
                        void (*phase)(struct search *, unsigned)) {
  if (!s->alone) {
    phase(s, worker);
    return;
  }
  for (unsigned d = 0; d < s->jobs; d++)
    phase(s, d);
}

static void sift_phase(void *ctx, unsigned worker) {
  by_division(ctx, worker, sift_division);
}

/* --- phase: commit -------------------------------------------------------- */

/* The number, in chunk k, of the new record of a division that the cursor is
 * at; NONE behind the last. */
static uint32_t number_at(const struct search *s, unsigned division, unsigned k,
                          uint32_t cursor) {
  const struct sieve *sieve = &s->sieves[division];
  if (cursor >= sieve->first.at[k + 1])
    return NONE;
  uint32_t record = sieve->fresh.at[cursor].record;
  return s->chunks[k].shares[division].origins.at[record].number;
}

/* The new records of a division get their numbers: those before in the
 * division, and those of other divisions with a smaller record number. */
static void number_division(struct search *s, unsigned division) {
  struct sieve *mine = &s->sieves[division];
  for (unsigned k = 0; k < s->chunk_count; k++) {
    uint32_t begin = mine->first.at[k], end = mine->first.at[k + 1];
    state_id id = s->chunks[k].next_id;
    for (unsigned d = 0; d < s->jobs; d++)
      mine->cursors.at[d] = s->sieves[d].first.at[k];
    for (uint32_t i = begin; i < end; i++, id++) {
      uint32_t number = number_at(s, division, k, i);
      for (unsigned d = 0; d < s->jobs; d++)
        for (;
             d != division && number_at(s, d, k, mine->cursors.at[d]) < number;
             mine->cursors.at[d]++)
          id++;
      mine->fresh.at[i].id = id;
      store_set_entry(&s->store, division, mine->fresh.at[i].entry, id);
    }
  }
}

/* The division whose next new record comes first in chunk k. */
static unsigned first_division(const struct search *s, unsigned k,
                               const uint32_t *cursors) {
  unsigned first = 0;
  for (unsigned d = 1; d < s->jobs; d++)
    if (number_at(s, d, k, cursors[d]) < number_at(s, first, k, cursors[first]))
      first = d;
  return first;
}

/* Children of states, in order. */
static void record_children(struct search *s, struct chunk *c) {
  state_id first = c->next_id;
  for (uint32_t i = 0; i < c->state_count; i++) {
    store_set_children(&s->store, c->states[i], first, c->children.at[i]);
    first += c->children.at[i];
  }
}

/* Stores the new states of a chunk, in order; its own merge, because the
 * numbers are being given at the same time. */
static void commit_chunk(struct search *s, unsigned worker, struct chunk *c) {
  unsigned k = (unsigned)(c - s->chunks);
  uint32_t *cursors = s->sieves[worker].cursors.at;
  vec_clear(&c->children);
  vec_resize(&c->children, c->state_count);
  for (unsigned d = 0; d < s->jobs; d++)
    cursors[d] = s->sieves[d].first.at[k];
  for (state_id id = c->next_id; id < c->next_id + c->fresh; id++) {
    unsigned d = first_division(s, k, cursors);
    const struct fresh *f = &s->sieves[d].fresh.at[cursors[d]++];
    uint32_t from = c->shares[d].origins.at[f->record].from;
    store_put(&s->store, id, record_words(s, d, f));
    if (s->store.plain_parents)
      store_set_parent(&s->store, id, c->states[from]);
    c->children.at[from]++;
  }
  if (!s->store.plain_parents)
    record_children(s, c);
}

static void commit_phase(void *ctx, unsigned worker) {
  struct search *s = ctx;
  by_division(s, worker, number_division);
  struct chunk *c;
  while ((c = next_chunk(s, worker)))
    commit_chunk(s, worker, c);
}

/* Where the new states of each chunk begin; how many there are. */
static size_t number_chunks(struct search *s) {
  size_t fresh = 0;
  for (unsigned k = 0; k < s->chunk_count; k++) {
    struct chunk *c = &s->chunks[k];
    c->next_id = (state_id)(s->store.count + fresh);
    c->fresh = 0;
    for (unsigned d = 0; d < s->jobs; d++)
      c->fresh += s->sieves[d].first.at[k + 1] - s->sieves[d].first.at[k];
    fresh += c->fresh;
  }
  return fresh;
}

static bool sift_and_commit(struct search *s) {
  run_phase(s, sift_phase);
  size_t fresh = number_chunks(s);
  for (unsigned d = 0; d < s->jobs; d++)
    if (s->sieves[d].out_of_memory)
      return false;
  if (!store_reserve(&s->store, fresh + 1))
    return false;
  deal_chunks(s);
  run_phase(s, commit_phase);
  s->store.count += (state_id)fresh;
  return true;
}

/* --- bookkeeping of a batch ----------------------------------------------- */

/* The final number of a record's successor. */
static state_id successor(const struct search *s, unsigned division,
                          uint32_t id) {
  return id & (uint32_t)STORE_PROVISIONAL
             ? s->sieves[division]
                   .fresh.at[id & ~(uint32_t)STORE_PROVISIONAL]
                   .id
             : id;
}

/* The edges of a chunk; `ids`: where the records of each division begin. */
static void keep_edges(struct search *s, const struct chunk *c, uint32_t *ids) {
  struct explore_result *r = s->result;
  size_t before = r->edges.len;
  vec_resize(&r->edges, before + c->records);
  for (unsigned d = 0; d < s->jobs; d++)
    vec_each(&c->shares[d].origins, o) {
      const struct step *step = &c->first_steps.at[o->number];
      state_id to = successor(s, d, s->sieves[d].ids.at[ids[d]++]);
      r->edges.at[before + o->number] = (struct explore_edge){
          c->states[o->from], to, step->process, step->edge, step->choice};
    }
  if (r->edges.len > EXPLORE_EDGES_MAX) {
    s->options.keep_edges = false;
    vec_free(&r->edges);
  }
}

static void push_fresh(struct search *s, const struct chunk *c) {
  /* The first successor is to be expanded first: pushed last. */
  for (uint32_t i = c->fresh; i-- > 0;)
    vec_push(&s->stack, c->next_id + i);
}

static void note_depths(struct search *s, const struct chunk *c) {
  vec_resize(&s->depths, s->store.count);
  for (uint32_t i = 0; i < c->fresh; i++) {
    state_id id = c->next_id + i;
    uint32_t depth = s->depths.at[store_parent(&s->store, id)] + 1;
    s->depths.at[id] = depth;
    if (depth > s->result->stats.depth)
      s->result->stats.depth = depth;
  }
}

static void account(struct search *s) {
  struct explore_stats *st = &s->result->stats;
  uint32_t *ids = alloc_zero(s->jobs, sizeof *ids);
  for (unsigned k = 0; k < s->chunk_count; k++) {
    struct chunk *c = &s->chunks[k];
    st->transitions += c->records;
    st->terminated += c->terminated;
    st->blocking += c->blocking;
    st->deadlocks += c->deadlocks;
    s->unbounded |= c->unbounded;
    search_collect(s, c);
    if (s->options.keep_edges)
      keep_edges(s, c, ids);
    if (s->options.depth_first) {
      note_depths(s, c);
      push_fresh(s, c);
    }
  }
  st->states = s->store.count;
  free(ids);
}

/* States at the limit of depth: what shows in them counts, what their steps
 * would lead to or fail in does not; if there is any such step, something
 * was left out. */
static void account_at_limit(struct search *s) {
  struct explore_stats *st = &s->result->stats;
  for (unsigned k = 0; k < s->chunk_count; k++) {
    struct chunk *c = &s->chunks[k];
    size_t kept = 0;
    bool more = c->records != 0;
    vec_each(&c->candidates, found) {
      more |= found->remark.fails;
      if (!found->remark.fails)
        c->candidates.at[kept++] = *found;
    }
    c->candidates.len = kept;
    st->terminated += c->terminated;
    st->blocking += c->blocking;
    st->deadlocks += c->deadlocks;
    search_collect(s, c);
    if (more)
      s->result->stopped = STOP_DEPTH;
  }
}

static uint64_t memory_used(const struct search *s) {
  return store_bytes(&s->store) + parts_bytes(&s->parts) +
         mover_bytes(&s->mover);
}

/* Remembered moves are dropped when they outgrow the states they serve. */
static void trim_memory(struct search *s) {
  mover_settle(&s->mover);
  uint64_t memo = s->mover.list_bytes, store = store_bytes(&s->store);
  uint64_t most = STRESSED(1 << 12, 64u << 20);
  if (most < store)
    most = store;
  if (s->options.memory && most > s->options.memory / 4)
    most = s->options.memory / 4;
  if (memo <= most)
    return;
  struct hand *hands = alloc_zero(s->jobs, sizeof *hands);
  for (unsigned i = 0; i < s->jobs; i++)
    hands[i] = s->expanders[i].hand;
  mover_forget(&s->mover, hands, s->jobs);
  for (unsigned i = 0; i < s->jobs; i++)
    s->expanders[i].hand = hands[i];
  free(hands);
}

static enum stop_reason limit_hit(struct search *s) {
  const struct explore_options *o = &s->options;
  if (o->first_only && s->found.len)
    return STOP_FIRST;
  if (progress_stopped(o->progress))
    return STOP_INTERRUPT;
  if (o->states && s->store.count >= o->states)
    return STOP_STATES;
  if (o->memory && memory_used(s) >= o->memory)
    return STOP_MEMORY;
  if (o->seconds && clock_wall() - s->started >= o->seconds)
    return STOP_TIME;
  return STOP_NOT;
}

static void show_progress(struct search *s) {
  if (!progress_due(s->options.progress))
    return;
  struct progress_figure figures[] = {
      {"states", s->store.count},
      {"frontier",
       s->options.depth_first ? s->stack.len : s->store.count - s->next},
      {"depth", s->options.depth_first ? s->result->stats.depth : s->level},
      {"memory", memory_used(s)},
  };
  progress_show(s->options.progress, "check", figures, 4);
}

/* --- frontier ------------------------------------------------------------- */

static bool too_deep(struct search *s, state_id id) {
  uint64_t limit = s->options.depth;
  return limit && (s->options.depth_first ? s->depths.at[id] >= limit
                                          : s->level >= limit);
}

/* Depth first: one state; breadth first: states of one level. */
static bool next_batch(struct search *s) {
  vec_clear(&s->batch);
  if (s->options.depth_first) {
    if (!s->stack.len)
      return false;
    state_id id = vec_pop(&s->stack);
    s->at_limit = too_deep(s, id);
    vec_push(&s->batch, id);
    return true;
  }
  if (s->next == s->level_end) {
    if (s->next == s->store.count)
      return false;
    s->level_end = s->store.count;
    s->level++;
  }
  s->at_limit = too_deep(s, s->next);
  unsigned limit = batch_limit(s);
  while (s->next < s->level_end && s->batch.len < limit)
    vec_push(&s->batch, s->next++);
  return true;
}

/* --- the search ----------------------------------------------------------- */

static bool store_initial(struct search *s) {
  struct hand h;
  hand_open(&h, s->model);
  struct note failed;
  value_id *values = alloc_zero(s->parts.count, sizeof *values);
  mover_initial(&s->mover, &h, values, &failed);
  layout_open(&s->layout, &s->parts);
  store_open(&s->store, &s->layout, s->jobs, s->options.depth_first);
  uint64_t *words = alloc_zero(s->layout.words, sizeof *words);
  layout_pack(&s->layout, values, words);
  bool ok = store_reserve(&s->store, 1);
  uint64_t hash = hash_words(words, s->layout.words);
  unsigned division = store_division(&s->store, hash);
  ok = ok && store_reserve_division(&s->store, division, 1);
  if (ok) {
    uint32_t id = 0;
    store_find(&s->store, division, hash, words, &id, NULL, NULL);
    store_put(&s->store, 0, words);
    s->store.count = 1;
    s->level_end = 1;
    s->result->stats.states = 1;
  }
  if (failed.failure) { /* nothing can be explored: the run ends here */
    struct candidate c = {.kind = failed.kind, .process = failed.process};
    c.remark.failure = failed.failure;
    c.remark.place = failed.place;
    c.remark.edge = NONE;
    c.remark.object = NONE;
    search_count(s, &c);
    if (s->options.first_only && s->found.len)
      s->result->stopped = STOP_FIRST;
    s->next = 1;
  } else if (s->options.depth_first) {
    vec_push(&s->stack, 0);
    vec_resize(&s->depths, 1);
  }
  free(words);
  free(values);
  hand_close(&h);
  return ok;
}

static void search_run(struct search *s) {
  while (next_batch(s)) {
    if (!expand_batch(s) || (!s->at_limit && !sift_and_commit(s))) {
      s->result->stopped = STOP_MEMORY;
      return;
    }
    if (s->at_limit)
      account_at_limit(s);
    else
      account(s);
    trim_memory(s);
    show_progress(s);
    enum stop_reason why = limit_hit(s);
    if (why) {
      bool all =
          s->options.depth_first ? !s->stack.len : s->next == s->store.count;
      if (!all || why == STOP_FIRST)
        s->result->stopped = why;
      if (!all || why == STOP_FIRST)
        return;
    }
  }
}

struct explore_result *explore(const struct model *m,
                               const struct explore_options *o) {
  struct search *s = alloc_apart(1, sizeof *s);
  struct text why = {0};
  search_open(s, m, o);
  s->strategy_self = s->options.strategy->open(m, s->options.find, &why);
  assert(s->strategy_self); /* the caller has asked whether it applies */
  if (!store_initial(s))
    s->result->stopped = STOP_MEMORY;
  open_expanders(s);
  if (!s->result->stopped)
    search_run(s);
  search_conclude(s);
  s->options.strategy->close(s->strategy_self);
  text_free(&why);
  struct explore_result *r = s->result;
  search_close(s);
  free(s);
  return r;
}
