#include "explore/batch.h"

#include "base/sound.h"
#include "base/stress.h"
#include "explore/disk.h"
#include "explore/wake.h"

enum {
  BATCH_ALONE = STRESSED(3, 1024),
  BATCH_JOINT = STRESSED(7, 16384),
  BATCH_SLEEPY = STRESSED(5, 4096), /* for any number of workers */
  CHUNK = STRESSED(2, 128),
  FORGETS = STRESSED(16, 1 << 16),  /* states, at least */
  WORTH_SHARING = STRESSED(2, 512), /* states */
  SHARE = 8, /* of the memory that there may be, for records */
};

void batch_open(struct search *s) {
  s->batch_most = BATCH_JOINT;
  s->chunks_cap = (BATCH_JOINT + CHUNK - 1) / CHUNK;
  s->chunks = alloc_apart(s->chunks_cap, sizeof *s->chunks);
  for (unsigned i = 0; i < s->chunks_cap; i++)
    chunk_open(&s->chunks[i], s->jobs);
  s->at_once = s->jobs == 1 && !s->sleepy;
  s->sieves = alloc_apart(s->jobs, sizeof *s->sieves);
  for (unsigned i = 0; i < s->jobs; i++)
    vec_resize(&s->sieves[i].cursors, s->jobs);
}

void batch_close(struct search *s) {
  for (unsigned i = 0; i < s->jobs; i++) {
    vec_free(&s->sieves[i].fresh);
    vec_free(&s->sieves[i].fresh_sleeps);
    vec_free(&s->sieves[i].woken);
    vec_free(&s->sieves[i].first);
    vec_free(&s->sieves[i].ids);
    vec_free(&s->sieves[i].cursors);
  }
  free(s->sieves);
  for (unsigned i = 0; i < s->chunks_cap; i++)
    chunk_close(&s->chunks[i], s->jobs);
  free(s->chunks);
}

/* States with many parts take long: fewer of them, so that limits and
 * Ctrl-C are looked at often enough. */
unsigned batch_limit(const struct search *s) {
  unsigned limit = s->merges                  ? BATCH_SLEEPY
                   : s->jobs > 1 || s->spread ? BATCH_JOINT
                                              : BATCH_ALONE;
  unsigned fair = (1u << 20) / (s->parts.count + 1);
  fair = fair < s->batch_most ? fair : s->batch_most;
  return fair < CHUNK ? CHUNK : fair < limit ? fair : limit;
}

/* --- memory ----------------------------------------------------------------- */

uint64_t batch_bytes(const struct search *s) {
  uint64_t bytes = s->chunk_bytes;
  for (unsigned i = 0; i < s->jobs; i++) {
    const struct sieve *v = &s->sieves[i];
    bytes += v->fresh.cap * sizeof *v->fresh.at +
             v->fresh_sleeps.cap * sizeof *v->fresh_sleeps.at +
             v->woken.cap * sizeof *v->woken.at +
             (v->first.cap + v->ids.cap) * sizeof *v->ids.at +
             recent_bytes(&s->expanders[i].recent) +
             sights_bytes(&s->expanders[i].sights);
  }
  return bytes;
}

/* Of ranks all have batches of the same stretches. */
void batch_trim(struct search *s) {
  for (unsigned k = 0; k < s->chunk_count; k++) {
    struct chunk *c = &s->chunks[k];
    s->chunk_bytes -= c->bytes;
    c->bytes = chunk_bytes(c, s->jobs);
    s->chunk_bytes += c->bytes;
  }
  if (!s->options.memory || s->spread || s->batch_most <= CHUNK ||
      s->chunk_bytes <= s->options.memory / SHARE)
    return;
  s->batch_most = s->batch_most / 2 < CHUNK ? CHUNK : s->batch_most / 2;
  for (unsigned k = s->batch_most / CHUNK; k < s->chunks_cap; k++) {
    struct chunk *c = &s->chunks[k];
    s->chunk_bytes -= c->bytes;
    chunk_close(c, s->jobs);
    *c = (struct chunk){0};
    chunk_open(c, s->jobs);
  }
}

/* --- phase: expand -------------------------------------------------------- */

/* Neighbours have successors in common, so a worker has chunks in a row. */
static unsigned first_chunk(const struct search *s, unsigned worker) {
  return (unsigned)((uint64_t)s->chunk_count * worker / s->jobs);
}

/* The next chunk of this worker, or else of another; NULL: none is left.  What
 * a worker sends to ranks must be in order, so it has its own chunks only. */
static struct chunk *next_chunk(struct search *s, unsigned worker) {
  const unsigned workers = s->spread && !s->alone ? 1 : s->jobs;
  for (unsigned i = 0; i < workers; i++) {
    unsigned w = (worker + i) % s->jobs;
    unsigned end = first_chunk(s, w + 1);
    if (s->sieves[w].next_chunk >= end)
      continue;
    unsigned k = s->sieves[w].next_chunk++;
    if (k < end)
      return &s->chunks[k];
  }
  return NULL;
}

static void deal_chunks(struct search *s) {
  for (unsigned i = 0; i < s->jobs; i++)
    s->sieves[i].next_chunk = first_chunk(s, i);
}

/* Nobody asks where a record leads that is not new. */
static bool forgets_arcs(const struct search *s) {
  return !s->sleepy && !s->options.keep_edges && !search_keeps_newest(s) &&
         !s->options.depth_first;
}

static void expand_phase(void *ctx, unsigned worker) {
  struct search *s = ctx;
  struct expander *x = &s->expanders[worker];
  if (!forgets_arcs(s))
    recent_close(&x->recent);
  else if (!x->recent.at)
    recent_open(&x->recent, s->layout.words, s->layout.tail, RECENT_BYTES);
  x->keep_dropped = s->endless.on && s->store.forgets;
  x->note_seen = s->note_seen.at;
  x->note_seen_len = s->note_seen.len;
  const struct chunk *last = s->chunks;
  struct chunk *c;
  while (!s->stale && (c = next_chunk(s, worker))) {
    chunk_clear(c, s->jobs);
    x->backwards = c < last; /* another's, before one that is done */
    last = x->backwards ? last : c;
    chunk_expand(c, x);
    if (!layout_holds(&s->layout, &s->parts) || !store_holds(&s->store))
      s->stale = true;
  }
}

static void cut_into_chunks(struct search *s) {
  s->chunk_count = 0;
  for (size_t at = 0; at < s->batch.len; at += CHUNK) {
    struct chunk *c = &s->chunks[s->chunk_count++];
    size_t rest = s->batch.len - at;
    c->states = s->batch.at + at;
    c->woken = s->sleepy ? s->batch_woken.at + at : NULL;
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
  while (s->jobs > 1 && s->wider->bytes >= s->layout.bytes) {
    state_id begin = store_repack_from(&s->store, s->wider, end);
    if (end - begin < WORTH_SHARING)
      break;
    s->repack_begin = begin;
    s->repack_end = end;
    crew_run(&s->crew, repack_phase, s);
    end = begin;
  }
  store_repack(&s->store, s->wider, s->store.first, end);
}

static void rehash_phase(void *ctx, unsigned worker) {
  struct search *s = ctx;
  s->sieves[worker].out_of_memory = !store_rehash(&s->store, worker);
}

static void relayout(struct search *s) {
  for (unsigned i = 0; i < s->jobs; i++) {
    expander_relayout(&s->expanders[i], &s->layout);
    recent_close(&s->expanders[i].recent);
  }
}

/* Half as much memory again would not be too much. */
static bool is_roomy(const struct search *s) {
  uint64_t now = search_memory(s);
  return !s->options.memory || now + now / 2 < s->options.memory;
}

/* A store that forgets takes less memory: it does, if it may, as soon as
 * there are enough states for this to matter. */
bool batch_is_time_to_forget(struct search *s) {
  uint64_t states = s->spread ? s->result->stats.states : s->store.count;
  if (!s->store.may_forget || s->store.forgets || states < FORGETS)
    return false;
  if (s->endless.on && !onward_so_far(s))
    s->store.may_forget = false;
  return s->store.may_forget;
}

bool batch_tend(struct search *s) {
  return !batch_is_time_to_forget(s) || batch_widen(s);
}

/* A value did not fit its bits: pack everything anew, wider. */
bool batch_widen(struct search *s) {
  struct layout wider;
  if (!store_holds(&s->store) && layout_holds(&s->layout, &s->parts)) {
    relayout(s);
    return store_press_anew(&s->store, is_roomy(s));
  }
  bool forgets = batch_is_time_to_forget(s);
  layout_open(&wider, &s->parts, &s->layout, forgets || s->store.forgets);
  bool ok = store_reserve_wider(&s->store, &wider);
  s->wider = &wider;
  if (ok)
    repack(s);
  if (ok && s->store.forgets)
    ok = store_carry(&s->store, &wider, is_roomy(s));
  layout_close(&s->layout);
  s->layout = wider;
  s->store.layout = &s->layout;
  relayout(s);
  if (!ok)
    return false;
  if (s->disk) { /* the store has no table */
    disk_relayout(s);
    return true;
  }
  if (s->store.forgets || forgets) {
    const state_id needed = s->batch.len ? s->batch.at[0] : s->next;
    ok = s->store.forgets || store_forget(&s->store, needed);
    if (ok && s->endless.on)
      onward_begin(s, s->batch.at[0]);
    return ok;
  }
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

void batch_try(struct search *s) {
  cut_into_chunks(s);
  run_phase(s, expand_phase);
}

bool batch_expand(struct search *s) {
  for (;;) {
    batch_try(s);
    if (s->parts.full)
      return false;
    if (!s->stale)
      return true;
    if (!batch_widen(s))
      return false;
  }
}

/* --- phase: sift ---------------------------------------------------------- */

static const uint64_t *fresh_words(const void *sieve, uint32_t id) {
  const struct sieve *of = sieve;
  return of->fresh.at[id & ~(uint32_t)STORE_PROVISIONAL].words;
}

/* The state of this record is new, or met again, with these steps asleep.
 * (Where nothing is merged, the first set is that of the first run.) */
static void merge_sleep(struct search *s, unsigned division, uint32_t id,
                        bool new, sleep_set asleep) {
  struct sieve *sieve = &s->sieves[division];
  if (new)
    vec_push(&sieve->fresh_sleeps, asleep);
  else if (!s->merges)
    return;
  else if (id & (uint32_t)STORE_PROVISIONAL)
    sieve->fresh_sleeps.at[id & ~(uint32_t)STORE_PROVISIONAL] &= asleep;
  else
    wake_merge(s, division, id, asleep);
}

static void sift_record(struct search *s, unsigned division, unsigned k,
                        uint32_t i) {
  const struct share *share = &s->chunks[k].shares[division];
  struct sieve *sieve = &s->sieves[division];
  const uint64_t *words = share->words.at + i * s->layout.words;
  uint32_t fresh_id = (uint32_t)sieve->fresh.len;
  uint32_t id = s->at_once ? s->store.count + fresh_id
                           : (uint32_t)STORE_PROVISIONAL | fresh_id;
  uint32_t entry = store_find(&s->store, division, share->hashes.at[i], words,
                              &id, fresh_words, sieve);
  if (s->options.keep_edges || search_keeps_newest(s))
    vec_push(&sieve->ids, id);
  if (s->sleepy)
    merge_sleep(s, division, id, entry != NONE, share->sleeps.at[i]);
  if (entry == NONE)
    return;
  if (s->at_once)
    store_put(&s->store, id, words);
  struct fresh fresh = {.words = words, .record = i, .entry = entry};
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
  vec_clear(&sieve->fresh_sleeps);
  vec_clear(&sieve->first);
  vec_clear(&sieve->ids);
  sieve->out_of_memory =
      !store_reserve_division(&s->store, division, records) ||
      (s->at_once && !store_reserve(&s->store, records + 1));
  for (unsigned k = 0; k < s->chunk_count; k++) {
    vec_push(&sieve->first, (uint32_t)sieve->fresh.len);
    if (!sieve->out_of_memory)
      sift_chunk(s, division, k);
  }
  sieve->out_of_memory |= store_full(&s->store, division);
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
      if (!s->store.forgets)
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

/* Which successors of the states were new, in order. */
static void tell_descent(struct search *s) {
  for (unsigned k = 0; k < s->chunk_count; k++) {
    const struct chunk *c = &s->chunks[k];
    uint32_t first = 0;
    for (uint32_t i = 0; i < c->state_count; i++) {
      EXPECTS(c->states[i] == s->store.descent.told);
      descent_tell(&s->store.descent, c->next_id + first, c->turns.at + first,
                   c->children.at[i]);
      first += c->children.at[i];
    }
  }
}

/* Stores the new states of a chunk, in order; its own merge, because the
 * numbers are being given at the same time. */
static void commit_chunk(struct search *s, unsigned worker, struct chunk *c) {
  unsigned k = (unsigned)(c - s->chunks);
  uint32_t *cursors = s->sieves[worker].cursors.at;
  vec_clear(&c->children);
  vec_resize(&c->children, c->state_count);
  vec_resize(&c->turns, c->fresh);
  for (unsigned d = 0; d < s->jobs; d++)
    cursors[d] = s->sieves[d].first.at[k];
  for (state_id id = c->next_id; id < c->next_id + c->fresh; id++) {
    unsigned d = first_division(s, k, cursors);
    if (s->sleepy)
      store_set_sleep(&s->store, id, s->sieves[d].fresh_sleeps.at[cursors[d]]);
    const struct fresh *f = &s->sieves[d].fresh.at[cursors[d]++];
    const struct origin *origin = &c->shares[d].origins.at[f->record];
    uint32_t from = origin->from;
    if (!s->at_once)
      store_put(&s->store, id, f->words);
    if (s->store.plain_parents)
      store_set_parent(&s->store, id, c->states[from]);
    c->turns.at[id - c->next_id] = origin->number - c->begins.at[from];
    c->children.at[from]++;
  }
}

static void commit_phase(void *ctx, unsigned worker) {
  struct search *s = ctx;
  if (!s->at_once)
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

bool batch_commit(struct search *s) {
  run_phase(s, sift_phase);
  size_t fresh = number_chunks(s);
  for (unsigned d = 0; d < s->jobs; d++)
    if (s->sieves[d].out_of_memory)
      return false;
  if (!store_reserve(&s->store, fresh + 1))
    return false;
  deal_chunks(s);
  run_phase(s, commit_phase);
  if (!s->store.plain_parents)
    tell_descent(s);
  s->store.count += (state_id)fresh;
  if (s->store.forgets)
    store_drop(&s->store, s->batch.at[0]);
  if (sound_due(s->store.count, &s->store.sound_at))
    SOUND(store_sound(&s->store, s->store.count));
  return true;
}
