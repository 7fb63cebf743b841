/* The records of a batch to the ranks that own their states; what came in is
 * looked up, in the order of places.
 *
 * All lists rise: those of the workers of each rank, since a worker expands
 * states in order.  And the batches of all ranks are of the same stretch of the
 * level (spread.c).  So when lists are read as one, the first record of a state
 * is the one with the smallest place of all, and new states are met in the order
 * of their indices: they are stored as they come. */
#include <string.h>

#include "base/hash.h"
#include "base/sound.h"
#include "base/stress.h"
#include "explore/spread_inside.h"

enum { BLOCK = STRESSED(2, 32) }; /* records that memory is asked for ahead */

/* --- whose a state is ----------------------------------------------------- */

void spread_relayout(struct search *s) {
  const struct layout *l = &s->layout;
  struct owners *o = &s->spread->owners;
  uint32_t *bits = alloc_zero(l->words * 64, sizeof *bits);
  for (part_id i = 0; i < l->used_count; i++) {
    const struct layout_used *u = &l->used[i];
    for (unsigned k = 0; k < 32 && u->mask >> k; k++)
      bits[u->word * 64 + u->shift + k] = o->factors[u->part] << k;
  }
  o->sums = alloc_resize(o->sums, l->bytes * 256, sizeof *o->sums);
  for (size_t at = 0; at < l->bytes; at++) {
    uint32_t *sums = o->sums + at * 256;
    sums[0] = 0;
    for (unsigned x = 1; x < 256; x++) /* the lowest bit, and the rest */
      sums[x] = sums[x & (x - 1)] + bits[at * 8 + (unsigned)__builtin_ctz(x)];
  }
  o->bytes = l->bytes;
  for (unsigned i = 0; i < s->jobs; i++)
    recent_close(&s->spread->catches[i].recent);
  free(bits);
}

/* --- out ------------------------------------------------------------------ */

void spread_empty_outboxes(struct search *s) {
  struct spread *p = s->spread;
  size_t count = (size_t)s->jobs * p->ranks->count;
  for (size_t i = 0; i < count; i++) {
    placed_clear(&p->boxes[i]);
    bytes_more(&p->boxes[i].bytes, sizeof(uint64_t)); /* for the length */
  }
  for (unsigned i = 0; i < s->jobs; i++) {
    p->outboxes[i].indices = p->indices.at;
    p->outboxes[i].first = s->batch.len ? s->batch.at[0] : 0;
  }
}

/* What the workers have for each other rank, with its length.  The bytes of the
 * first that has some are not copied: they change places with those of last
 * time. */
static void pack_out(struct search *s) {
  struct spread *p = s->spread;
  for (unsigned r = 0; r < p->ranks->count; r++) {
    struct bytes *out = &p->out[r];
    out->len = 0;
    for (unsigned i = 0; i < s->jobs && r != p->ranks->rank; i++) {
      struct bytes *from = &p->boxes[(size_t)i * p->ranks->count + r].bytes;
      const uint64_t len = from->len - sizeof len;
      if (!len)
        continue;
      memcpy(from->at, &len, sizeof len);
      if (out->len) {
        bytes_add(out, from->at, from->len);
        continue;
      }
      const struct bytes old = *out;
      *out = *from;
      *from = old;
    }
  }
}

/* --- in ------------------------------------------------------------------- */

/* The lists that came from this rank. */
static size_t add_lists(const struct bytes *from, struct placed_merge *m) {
  for (size_t at = 0; at < from->len;) {
    uint64_t len;
    memcpy(&len, from->at + at, sizeof len);
    at += sizeof len;
    placed_add(m, from->at + at, len);
    at += len;
  }
  return from->len;
}

/* Everything that is for this rank; how many bytes that is. */
static size_t open_lists(const struct search *s, struct placed_merge *m) {
  const struct spread *p = s->spread;
  size_t bytes = 0;
  placed_open(m, s->layout.bytes);
  for (unsigned r = 0; r < p->ranks->count; r++)
    if (r != p->ranks->rank)
      bytes += add_lists(&p->in[r], m);
  for (unsigned i = 0; i < s->jobs; i++) {
    const struct bytes *own =
        &p->boxes[(size_t)i * p->ranks->count + p->ranks->rank].bytes;
    placed_add(m, own->at + sizeof(uint64_t), own->len - sizeof(uint64_t));
    bytes += own->len;
  }
  return bytes;
}

/* --- known or new --------------------------------------------------------- */

/* Records of one division that are looked up together. */
struct block {
  unsigned count;
  uint64_t hashes[BLOCK], places[BLOCK];
  uint64_t *words;
};

/* While one block is read, memory is asked for what the one before needs, and
 * the one before that is looked up. */
struct sifting {
  struct search *s;
  struct catch *c;
  unsigned division;
  struct placed_merge lists;
  struct block blocks[3];
};

static const uint64_t *caught_words(const void *ctx, uint32_t id) {
  const struct catch *c = ctx;
  return c->words.at + (id & ~(uint32_t)STORE_PROVISIONAL) * c->width;
}

/* Alone: it is stored at once. */
static void look_up(struct sifting *f, uint64_t hash, uint64_t place,
                    const uint64_t *words) {
  struct search *s = f->s;
  uint32_t id = s->store.count;
  if (store_find(&s->store, 0, hash, words, &id, NULL, NULL) == NONE)
    return;
  store_put(&s->store, id, words);
  s->store.count++;
  placed_put(&s->spread->fresh, place >> PLACE_BITS,
             place & ((1u << PLACE_BITS) - 1), NULL, 0);
}

/* One of several workers: it gets its number when all are there. */
static void catch_one(struct sifting *f, uint64_t hash, uint64_t place,
                      const uint64_t *words) {
  struct catch *c = f->c;
  uint32_t id = (uint32_t)STORE_PROVISIONAL | (uint32_t)c->places.len;
  uint32_t entry =
      store_find(&f->s->store, f->division, hash, words, &id, caught_words, c);
  if (entry == NONE)
    return;
  for (size_t i = 0; i < c->width; i++)
    vec_push(&c->words, words[i]);
  vec_push(&c->places, place);
  vec_push(&c->entries, entry);
}

/* By what the store finds them. */
static void number(struct sifting *f, struct block *b) {
  const struct store *store = &f->s->store;
  for (unsigned i = 0; store->press && i < b->count; i++)
    b->hashes[i] =
        store_number(store, 0, b->words + i * f->s->layout.words);
}

/* Pieces got more numbers than their fields have room for: every state gets
 * another one, also those that are on their way. */
static void number_anew(struct sifting *f) {
  struct search *s = f->s;
  f->c->out_of_memory |= !store_press_anew(&s->store, true);
  for (unsigned k = 0; k < 3; k++)
    for (unsigned i = 0; i < f->blocks[k].count; i++) {
      const uint64_t *words = f->blocks[k].words + i * s->layout.words;
      f->blocks[k].hashes[i] = store_number(
          &s->store, store_hash(&s->store, words), words);
    }
}

static void look_up_block(struct sifting *f, struct block *b) {
  struct search *s = f->s;
  const bool alone = s->jobs == 1;
  if (!store_holds(&s->store))
    number_anew(f);
  if (alone && b->count)
    f->c->out_of_memory |= !store_reserve(&s->store, b->count + 1) ||
                           !store_reserve_division(&s->store, 0, b->count + 1);
  for (unsigned i = 0; i < b->count && !f->c->out_of_memory; i++)
    (alone ? look_up : catch_one)(f, b->hashes[i], b->places[i],
                                  b->words + i * s->layout.words);
}

/* The next records of this division. */
static void read_block(struct sifting *f, struct block *b) {
  const struct layout *l = &f->s->layout;
  const struct placed_list *list;
  b->count = 0;
  while (b->count < BLOCK && (list = placed_next(&f->lists))) {
    uint64_t *words = b->words + b->count * l->words;
    for (size_t i = 0; i < l->words; i++)
      memcpy(words + i, list->record + 8 * i, 8);
    words[l->words - 1] &= l->tail;
    uint64_t hash = store_hash(&f->s->store, words);
    if (f->s->jobs > 1 && store_division(&f->s->store, hash) != f->division)
      continue;
    recent_prefetch(&f->c->recent, hash);
    b->hashes[b->count] = hash;
    b->places[b->count++] = list->place;
  }
}

/* Leaves out what was looked up lately. */
static void leave_met(struct sifting *f, struct block *b) {
  const size_t words = f->s->layout.words;
  unsigned kept = 0;
  for (unsigned i = 0; i < b->count; i++) {
    bool met = recent_met(&f->c->recent, b->hashes[i], b->words + i * words);
    b->hashes[kept] = b->hashes[i];
    b->places[kept] = b->places[i];
    for (size_t k = 0; k < words; k++)
      b->words[kept * words + k] = b->words[i * words + k];
    kept += !met;
  }
  b->count = kept;
  number(f, b);
  for (unsigned i = 0; i < kept; i++)
    store_prefetch(&f->s->store, b->hashes[i]);
}

static void sift(struct sifting *f) {
  bool more = true;
  unsigned rest = 2; /* blocks, behind the last that is read */
  for (unsigned turn = 0; more || rest; turn++) {
    struct block *first = &f->blocks[turn % 3];
    struct block *second = &f->blocks[(turn + 2) % 3];
    rest -= !more;
    read_block(f, first);
    more = first->count != 0;
    for (unsigned i = 0; i < second->count; i++)
      store_prefetch_state(&f->s->store, second->hashes[i]);
    leave_met(f, first);
    look_up_block(f, &f->blocks[(turn + 1) % 3]);
  }
}

static void sift_phase(void *ctx, unsigned worker) {
  struct search *s = ctx;
  struct catch *c = &s->spread->catches[worker];
  struct sifting f = {.s = s, .c = c, .division = worker};
  size_t bytes = open_lists(s, &f.lists);
  for (unsigned i = 0; i < 3; i++)
    f.blocks[i].words = alloc_zero((size_t)BLOCK * s->layout.words, 8);
  c->width = s->layout.words;
  vec_clear(&c->words);
  vec_clear(&c->places);
  vec_clear(&c->entries);
  if (!c->recent.at)
    recent_open(&c->recent, s->layout.words, s->layout.tail, RECENT_BYTES);
  /* No table is made anew while numbers in it are provisional. */
  if (s->jobs > 1)
    c->out_of_memory |= !store_reserve_division(
        &s->store, worker, bytes / (s->layout.bytes + 1) + 1);
  sift(&f);
  placed_close(&f.lists);
  for (unsigned i = 0; i < 3; i++)
    free(f.blocks[i].words);
}

/* What several workers have caught, in the order of places. */
static bool store_caught(struct search *s) {
  struct spread *p = s->spread;
  size_t total = 0, *next = alloc_zero(s->jobs, sizeof *next);
  for (unsigned i = 0; i < s->jobs; i++)
    total += p->catches[i].places.len;
  bool ok = store_reserve(&s->store, total + 1);
  for (; ok && total; total--) {
    unsigned first = NONE;
    for (unsigned i = 0; i < s->jobs; i++) {
      const struct catch *c = &p->catches[i];
      if (next[i] < c->places.len &&
          (first == NONE ||
           c->places.at[next[i]] < p->catches[first].places.at[next[first]]))
        first = i;
    }
    const struct catch *c = &p->catches[first];
    size_t k = next[first]++;
    if (!s->store.forgets)
      store_set_entry(&s->store, first, c->entries.at[k], s->store.count);
    store_put(&s->store, s->store.count++, c->words.at + k * c->width);
    placed_put(&p->fresh, c->places.at[k] >> PLACE_BITS,
               c->places.at[k] & ((1u << PLACE_BITS) - 1), NULL, 0);
  }
  free(next);
  return ok;
}

/* Alone, as long as it is little. */
static void run(struct search *s, crew_phase *phase) {
  if (s->jobs > 1 && !s->alone)
    crew_run(&s->crew, phase, s);
  else
    for (unsigned i = 0; i < s->jobs; i++)
      phase(s, i);
}

bool spread_ship(struct search *s) {
  struct spread *p = s->spread;
  bool ok = true;
  for (unsigned k = 0; k < s->chunk_count; k++)
    ok &= !(s->chunks[k].records >> PLACE_BITS);
  pack_out(s);
  ranks_exchange(p->ranks, p->out, p->in);
  for (unsigned r = 0; r < p->ranks->count; r++)
    vec_reserve(&p->in[r], p->in[r].len + PLACED_SLACK);
  run(s, sift_phase);
  for (unsigned i = 0; i < s->jobs; i++)
    ok &= !p->catches[i].out_of_memory;
  return (s->jobs == 1 || store_caught(s)) && ok;
}
