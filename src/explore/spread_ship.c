/* The records of a batch to the ranks that own their states; what came in is
 * looked up. */
#include <string.h>

#include "base/hash.h"
#include "base/sound.h"
#include "base/stress.h"
#include "explore/spread_inside.h"

enum { BLOCK = STRESSED(2, 32) }; /* records that memory is asked for ahead */

/* Of the values, and not of the words, because these change with the layout:
 * a state would change its owner.  Multilinear: for two different states and
 * random factors all results are equally likely (Carter and Wegman 1979). */
unsigned spread_owner(const struct search *s, const uint64_t *words) {
  const struct layout *l = &s->layout;
  const uint64_t *factors = s->spread->factors;
  uint64_t sum = 0;
  for (part_id i = 0; i < l->used_count; i++) {
    const struct layout_used *u = &l->used[i];
    sum += (words[u->word] >> u->shift & u->mask) * factors[u->part];
  }
  return (unsigned)((hash_mix(sum) >> 32) * s->spread->ranks->count >> 32);
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

/* The records of one division, in order: their places rise. */
static void load_phase(void *ctx, unsigned worker) {
  struct search *s = ctx;
  struct spread *p = s->spread;
  struct shipment *to = p->shipments + (size_t)worker * p->ranks->count;
  for (unsigned i = 0; i < p->ranks->count; i++) {
    to[i].bytes.len = 0;
    to[i].parent = to[i].number = 0;
  }
  for (unsigned k = 0; k < s->chunk_count; k++) {
    const struct chunk *c = &s->chunks[k];
    const struct share *share = &c->shares[worker];
    const uint64_t *words = share->words.at;
    vec_each(&share->origins, o) {
      uint64_t parent = p->indices.at[c->states[o->from] - p->begin];
      load(&to[spread_owner(s, words)], words, s->layout.bytes, parent,
           o->number);
      words += s->layout.words;
    }
  }
}

/* What the workers have for each rank, with its length. */
static void pack_out(struct search *s) {
  struct spread *p = s->spread;
  for (unsigned r = 0; r < p->ranks->count; r++) {
    struct bytes *out = &p->out[r];
    out->len = 0;
    for (unsigned i = 0; i < s->jobs; i++) {
      const struct bytes *from =
          &p->shipments[(size_t)i * p->ranks->count + r].bytes;
      uint64_t len = from->len;
      if (!len)
        continue;
      bytes_add(out, &len, sizeof len);
      bytes_add(out, from->at, from->len);
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

struct block_in {
  unsigned count;
  uint64_t hashes[BLOCK], places[BLOCK];
  uint64_t *words;
};

/* The next records of this worker's division; false: there are none. */
static bool fill(struct search *s, unsigned worker, struct arrival *a,
                 struct block_in *b) {
  const struct layout *l = &s->layout;
  bool more = true;
  b->count = 0;
  while (b->count < BLOCK) {
    uint64_t *words = b->words + b->count * l->words;
    if (!(more = unload(a, l, words, &b->places[b->count])))
      break;
    uint64_t hash = hash_words(words, l->words);
    if (store_division(&s->store, hash) != worker)
      continue;
    b->hashes[b->count++] = hash;
    if (s->store.divisions[worker].buckets)
      store_prefetch(&s->store, hash);
  }
  return more || b->count;
}

static void sift(struct search *s, struct catch *c, const struct block_in *b) {
  size_t words = s->layout.words;
  if (!store_reserve(&c->states, b->count + 1) ||
      !store_reserve_division(&c->states, 0, b->count + 1)) {
    c->out_of_memory = true;
    return;
  }
  for (unsigned i = 0; i < b->count; i++) {
    const uint64_t *state = b->words + i * words;
    if (store_has(&s->store, b->hashes[i], state))
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
}

static void sift_phase(void *ctx, unsigned worker) {
  struct search *s = ctx;
  struct spread *p = s->spread;
  struct catch *c = &p->catches[worker];
  struct block_in b = {.words = alloc_zero(BLOCK * s->layout.words,
                                           sizeof *b.words)};
  for (unsigned r = 0; r < p->ranks->count && !c->out_of_memory; r++) {
    struct arrival a = {.at = p->in[r].at};
    a.end = a.at + p->in[r].len;
    a.end_of_shipment = a.at;
    while (!c->out_of_memory && fill(s, worker, &a, &b))
      sift(s, c, &b);
  }
  free(b.words);
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
  run(s, sift_phase);
  for (unsigned i = 0; i < s->jobs; i++)
    ok &= !p->catches[i].out_of_memory;
  return ok;
}
