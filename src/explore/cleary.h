/* cleary: a set of packed states, each at a place that tells most of it.
 *
 * A packed state is turned into a number of as many bits as it has, and back,
 * by a bijection that leaves no order in it (Cleary, 1984).  The number,
 * scaled, is the bucket where the state belongs; so what is kept of it is only
 * which of the numbers of that bucket it is: of a million states forty bits
 * wide, twenty-four bits or so.  A bucket that is full hands on to the next,
 * and how far a state has come is kept with it.  Nothing else is known of a
 * state: neither a number nor whether it was expanded.
 *
 * Of states of several words the first is turned into the number, together
 * with a hash of the others, which are kept as they are.
 *
 * A bucket has SLOTS states: how many there are, a byte of each, by which they
 * are found, and then the rest of each, packed.  Buckets are in the order of
 * their numbers, so a table that is full grows where it is, from its end to
 * its beginning: nothing is ever in memory twice. */
#ifndef EXPLORE_CLEARY_H
#define EXPLORE_CLEARY_H

#include "base/hash.h"
#include "base/sound.h"
#include "explore/layout.h"
#include "explore/pages.h"

/* What the states of a layout have in common. */
struct cleary_key {
  size_t words;
  unsigned width; /* bits of the number */
  unsigned shift; /* half of them, or one more */
  uint64_t mask;
  uint64_t one, two; /* inverse factors */
  unsigned others;   /* bits of the words behind the first */
  uint8_t *bits;     /* by word */
};
void cleary_key_open(struct cleary_key *k, const struct layout *l);
void cleary_key_close(struct cleary_key *k);

#define CLEARY_ONE 0xbf58476d1ce4e5b9u
#define CLEARY_TWO 0x94d049bb133111ebu

/* The number of a state. */
static inline uint64_t cleary_number(const struct cleary_key *k,
                                     const uint64_t *words) {
  uint64_t x = words[0];
  if (k->words > 1)
    x ^= hash_words(words + 1, k->words - 1) & k->mask;
  x ^= x >> k->shift;
  x = x * CLEARY_ONE & k->mask;
  x ^= x >> k->shift;
  x = x * CLEARY_TWO & k->mask;
  return x ^ x >> k->shift;
}

struct cleary_shape {
  size_t buckets;
  uint64_t inverse;   /* of the number of buckets, scaled */
  uint64_t mask;      /* of the rest */
  unsigned align, up; /* bits by which numbers and buckets are shifted */
  unsigned rest;  /* bits of a state that are neither in its place nor in its
                     byte, and of how far it has come */
  unsigned entry; /* the same with its other words */
  size_t bytes;   /* of a bucket */
};

struct cleary {
  const struct cleary_key *key;
  struct cleary_shape shape;
  struct pages pages;
  size_t len;
  size_t room; /* bytes by which it may grow, if somebody has said so */
};

void cleary_open(struct cleary *t, const struct cleary_key *k);
void cleary_close(struct cleary *t);
uint64_t cleary_bytes(const struct cleary *t);
/* Room for so many more, as far as it is not used up unluckily; false: memory
 * is refused, or there is no room for a table that is worth the work.  It grows
 * in larger steps where many are likely to come. */
bool cleary_reserve(struct cleary *t, size_t more, size_t likely);

enum cleary_answer {
  CLEARY_NEW,   /* it was not there, and is now */
  CLEARY_KNOWN, /* it was there */
  CLEARY_FULL,  /* neither: memory is refused */
};
enum cleary_answer cleary_add(struct cleary *t, uint64_t number,
                              const uint64_t *words);
/* Asks for the bucket; when that is there, for the state or where it goes. */
void cleary_prefetch(const struct cleary *t, uint64_t number);
void cleary_prefetch_rest(const struct cleary *t, uint64_t number);

/* Gives every state to `take`, and the memory back to the system on the way;
 * closes it.  False: take has said so. */
typedef bool cleary_take(void *ctx, const uint64_t *words);
bool cleary_drain(struct cleary *t, cleary_take *take, void *ctx);
/* The same, and it stays as it is. */
bool cleary_each(const struct cleary *t, cleary_take *take, void *ctx);

/* NULL, or what is wrong with it. */
const char *cleary_sound(struct cleary *t);

#endif
