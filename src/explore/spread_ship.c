/* The records of a batch to the ranks that own their states; what came in is
 * looked up. */
#include <string.h>

#include "base/hash.h"
#include "base/sound.h"
#include "base/stress.h"
#include "explore/spread_inside.h"

enum { BLOCK = STRESSED(2, 32) }; /* records that memory is asked for ahead */

/* --- whose a state is ----------------------------------------------------- */

/* Of the values, and not of the words, because these change with the layout:
 * a state would change its owner.  Multilinear: the sum of the values, each
 * times a random factor of its part (Carter and Wegman 1979).  A value is the
 * sum of its bits, so the sum goes by bytes of the packed state: what each may
 * contribute is in a table. */
void spread_relayout(struct search *s) {
  const struct layout *l = &s->layout;
  struct spread *p = s->spread;
  uint64_t *bits = alloc_zero(l->words * 64, sizeof *bits);
  for (part_id i = 0; i < l->used_count; i++) {
    const struct layout_used *u = &l->used[i];
    for (unsigned k = 0; k < 32 && u->mask >> k; k++)
      bits[u->word * 64 + u->shift + k] = p->factors[u->part] << k;
  }
  p->sums = alloc_resize(p->sums, l->bytes * 256, sizeof *p->sums);
  for (size_t at = 0; at < l->bytes; at++) {
    uint64_t *sums = p->sums + at * 256;
    sums[0] = 0;
    for (unsigned x = 1; x < 256; x++) /* the lowest bit, and the rest */
      sums[x] = sums[x & (x - 1)] + bits[at * 8 + (unsigned)__builtin_ctz(x)];
  }
  free(bits);
}

unsigned spread_owner(const struct search *s, const uint64_t *words) {
  const struct spread *p = s->spread;
  const uint8_t *bytes = (const uint8_t *)words;
  const uint64_t *sums = p->sums;
  uint64_t sum = 0;
  for (size_t at = 0; at < s->layout.bytes; at++, sums += 256)
    sum += sums[bytes[at]];
  return (unsigned)((hash_mix(sum) >> 32) * p->ranks->count >> 32);
}

/* --- known or new --------------------------------------------------------- */

/* Records of one division that are looked up together, so that memory is asked
 * for what the last needs while the first is looked at. */
struct block_in {
  const struct search *s;
  struct catch *c;
  unsigned count;
  uint64_t hashes[BLOCK], places[BLOCK];
  uint64_t *words;
};

static void sift(struct block_in *b) {
  struct catch *c = b->c;
  const size_t words = b->s->layout.words;
  if (c->out_of_memory || !store_reserve(&c->states, b->count + 1) ||
      !store_reserve_division(&c->states, 0, b->count + 1)) {
    c->out_of_memory = true;
    b->count = 0;
    return;
  }
  for (unsigned i = 0; i < b->count; i++) {
    store_prefetch_state(&b->s->store, b->hashes[i]);
    store_prefetch(&c->states, b->hashes[i]);
  }
  for (unsigned i = 0; i < b->count; i++) {
    const uint64_t *state = b->words + i * words;
    if (store_has(&b->s->store, b->hashes[i], state))
      continue;
    uint32_t id = c->states.count;
    if (store_find(&c->states, 0, b->hashes[i], state, &id, NULL, NULL) !=
        NONE) {
      store_put(&c->states, id, state);
      c->states.count++;
      vec_push(&c->places, b->places[i]);
    } else if (b->places[i] < c->places.at[id]) {
      c->places.at[id] = b->places[i];
    }
  }
  b->count = 0;
}

static void sift_soon(struct block_in *b, uint64_t hash, const uint64_t *words,
                      uint64_t place) {
  const size_t len = b->s->layout.words;
  for (size_t i = 0; i < len; i++)
    b->words[b->count * len + i] = words[i];
  b->hashes[b->count] = hash;
  b->places[b->count] = place;
  store_prefetch(&b->s->store, hash);
  if (++b->count == BLOCK)
    sift(b);
}

static struct block_in begin_block(const struct search *s, unsigned worker) {
  return (struct block_in){
      .s = s,
      .c = &s->spread->catches[worker],
      .words = alloc_zero(BLOCK * s->layout.words, sizeof(uint64_t))};
}

static void end_block(struct block_in *b) {
  sift(b);
  free(b->words);
}

/* --- out ------------------------------------------------------------------ */

static void load(struct shipment *to, const uint64_t *words, size_t bytes,
                 uint64_t parent, uint32_t number) {
  vec_reserve(&to->bytes, to->bytes.len + bytes + 2 * RISING_MOST);
  uint8_t *at = to->bytes.at + to->bytes.len;
  memcpy(at, words, bytes);
  at += bytes;
  at = rising_put(at, parent - to->parent);
  at = rising_put(at, parent == to->parent ? number - to->number : number);
  to->parent = parent;
  to->number = number;
  to->bytes.len = (size_t)(at - to->bytes.at);
}

/* The records of one division, in order: their places rise.  Those that stay
 * here are looked up at once. */
static void load_phase(void *ctx, unsigned worker) {
  struct search *s = ctx;
  struct spread *p = s->spread;
  struct shipment *to = p->shipments + (size_t)worker * p->ranks->count;
  struct block_in mine = begin_block(s, worker);
  for (unsigned i = 0; i < p->ranks->count; i++) {
    to[i].bytes.len = 0;
    bytes_more(&to[i].bytes, sizeof(uint64_t)); /* for the length */
    to[i].parent = to[i].number = 0;
  }
  for (unsigned k = 0; k < s->chunk_count; k++) {
    const struct chunk *c = &s->chunks[k];
    const struct share *share = &c->shares[worker];
    const uint64_t *words = share->words.at, *hash = share->hashes.at;
    vec_each(&share->origins, o) {
      uint64_t parent = p->indices.at[c->states[o->from] - p->begin];
      unsigned owner = spread_owner(s, words);
      if (owner == p->ranks->rank)
        sift_soon(&mine, *hash, words, parent << PLACE_BITS | o->number);
      else
        load(&to[owner], words, s->layout.bytes, parent, o->number);
      words += s->layout.words;
      hash++;
    }
  }
  end_block(&mine);
}

/* What the workers have for each rank, with its length.  The bytes of the first
 * that has some are not copied: they change places with those of last time. */
static void pack_out(struct search *s) {
  struct spread *p = s->spread;
  for (unsigned r = 0; r < p->ranks->count; r++) {
    struct bytes *out = &p->out[r];
    out->len = 0;
    for (unsigned i = 0; i < s->jobs; i++) {
      struct bytes *from = &p->shipments[(size_t)i * p->ranks->count + r].bytes;
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

struct arrival { /* records that came in, while they are read */
  const uint8_t *at, *end, *end_of_shipment;
  uint64_t parent, number;
};

/* The next record; false: there is none. */
static bool unload(struct arrival *a, const struct layout *l, uint64_t *words,
                   uint64_t *place) {
  if (a->at == a->end)
    return false;
  if (a->at == a->end_of_shipment) {
    uint64_t len;
    memcpy(&len, a->at, sizeof len);
    a->at += sizeof len;
    a->end_of_shipment = a->at + len;
    a->parent = a->number = 0;
  }
  words[l->words - 1] = 0;
  memcpy(words, a->at, l->bytes);
  uint64_t parent, number;
  a->at = rising_take(a->at + l->bytes, &parent);
  a->at = rising_take(a->at, &number);
  a->number = parent ? number : a->number + number;
  a->parent += parent;
  *place = a->parent << PLACE_BITS | a->number;
  return true;
}

static void unload_phase(void *ctx, unsigned worker) {
  struct search *s = ctx;
  struct spread *p = s->spread;
  struct block_in b = begin_block(s, worker);
  uint64_t *words = alloc_zero(s->layout.words, sizeof *words), place;
  for (unsigned r = 0; r < p->ranks->count; r++) {
    struct arrival a = {.at = p->in[r].at};
    a.end = a.at + p->in[r].len;
    a.end_of_shipment = a.at;
    while (unload(&a, &s->layout, words, &place)) {
      uint64_t hash = hash_words(words, s->layout.words);
      if (store_division(&s->store, hash) == worker)
        sift_soon(&b, hash, words, place);
    }
  }
  end_block(&b);
  free(words);
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
  run(s, load_phase);
  pack_out(s);
  ranks_exchange(p->ranks, p->out, p->in);
  run(s, unload_phase);
  for (unsigned i = 0; i < s->jobs; i++)
    ok &= !p->catches[i].out_of_memory;
  return ok;
}
