/* store: every state once, numbered in the order of discovery.
 *
 * States are packed (layout.h) one behind the other; a hash table finds the
 * number of a state; parents are kept so that a run can be told.  The table
 * has one division for each worker, chosen by the hash (of the packed words),
 * so that workers never meet; a bucket is one cache line with a byte of hash
 * for each of its states, so that a look-up touches the bucket and, nearly
 * always, only the state itself.  A full table is rebuilt from the states,
 * with the old one freed first, so that growth never needs both.
 *
 * Breadth first, parents are kept as descent.h says.  Depth first, and where
 * states are expanded more than once (asleep.h), they are kept as they are.
 * Then there may also be a sleep set for each state, of as many bytes as the
 * model needs.
 *
 * Where nobody asks for the number of a state that was met before, nor for a
 * state that was expanded, a store that is no longer small forgets
 * (store_forget): the packed states are those that are still to be expanded,
 * and all that were met are a set (cleary.h) that tells only whether one is
 * new.  Such a state takes half the memory or less, and widths have no slack
 * but for parts that are growing, because every bit is kept of every state.
 * States of several words are pressed first (press.h). */
#ifndef EXPLORE_STORE_H
#define EXPLORE_STORE_H

#include <string.h>

#include "base/hash.h"
#include "base/sound.h"
#include "explore/cleary.h"
#include "explore/descent.h"
#include "explore/layout.h"
#include "explore/pages.h"
#include "explore/press.h"

enum {
  STATES_MAX = 0x7fffff00, /* the upper bit of an id has another use */
  STORE_PROVISIONAL = (int)0x80000000,
};

enum { BUCKET_SLOTS = 12 };
struct bucket {
  uint8_t tags[BUCKET_SLOTS]; /* 0: empty */
  uint32_t ids[BUCKET_SLOTS];
  uint32_t spare;
};

struct division {
  _Alignas(ALLOC_APART) struct pages pages; /* of buckets */
  size_t buckets, len;
};

/* The states of a division, where they are forgotten. */
struct store_set {
  _Alignas(ALLOC_APART) struct cleary set;
  uint64_t *pressed; /* of several words: the key in hand */
  bool full;         /* memory was refused */
};

struct store {
  const struct layout *layout;
  struct pages states;
  state_id count;
  unsigned division_count;
  struct division *divisions;
  bool plain_parents;     /* not breadth first, or states expanded again */
  unsigned sleep_bytes;   /* of the sleep set of a state (asleep.h); 0: none */
  struct pages parents;   /* state_id, where they are plain */
  struct descent descent; /* where they are not */
  struct pages sleeps;    /* sleep sets */
  bool may_forget, forgets;
  bool may_press;      /* states of several words */
  struct press *press; /* NULL: the set has the words of states */
  state_id first;      /* the first that is still there */
  state_id pending;    /* the first that may be asked for */
  struct cleary_key key;
  struct store_set *sets; /* by division */
  uint64_t room;          /* bytes that tables may grow by (store_room) */
  uint64_t sound_at;      /* states with which it is looked at (base/sound.h) */
};

void store_open(struct store *s, const struct layout *l, unsigned divisions,
                bool plain_parents, unsigned sleep_bytes);
void store_close(struct store *s);
/* Tables may take so many bytes more, all together, from now on; what needs
 * more is refused as if there were no memory.  UINT64_MAX, as it begins: as many
 * as they like. */
void store_room(struct store *s, uint64_t bytes);
uint64_t store_bytes(const struct store *s);

/* Room for so many more states; false when memory is refused. */
bool store_reserve(struct store *s, size_t more);
/* Room for `more` new entries in one division, rebuilding it when needed. */
bool store_reserve_division(struct store *s, unsigned division, size_t more);

static inline unsigned store_division(const struct store *s, uint64_t hash) {
  EXPECTS(s->division_count);
  return (unsigned)((hash & 0xffff) * s->division_count >> 16);
}
/* Of a state; nearly the number by which the store finds it. */
static inline uint64_t store_hash(const struct store *s,
                                  const uint64_t *words) {
  return s->forgets && !s->press ? cleary_number(&s->key, words)
                                 : hash_words(words, s->layout->words);
}
/* By which the store finds the state that has this hash.  Where states are
 * pressed, it counts only while press_holds(s->press). */
static inline uint64_t store_number(const struct store *s, uint64_t hash,
                                    const uint64_t *words) {
  uint64_t key[PRESS_PIECES];
  if (!s->press)
    return hash;
  press_key(s->press, words, key);
  return cleary_number(&s->key, key);
}
/* Every state that was pressed has a key? */
static inline bool store_holds(const struct store *s) {
  return !s->press || press_holds(s->press);
}
void store_prefetch(const struct store *s, uint64_t hash);
/* Brings in the state that the bucket probably names. */
void store_prefetch_state(const struct store *s, uint64_t hash);

/* Looks for the state.  If it is there, *id is its number.  If not, it gets
 * an entry with number *id (as given), and the place of the entry is
 * returned so that the number can be set later; otherwise NONE.
 * fresh(ctx, id) gives the words of a state with a provisional number.
 * A store that forgets knows no number: *id stays as it is. */
typedef const uint64_t *store_fresh(const void *ctx, uint32_t id);
uint32_t store_find(struct store *s, unsigned division, uint64_t hash,
                    const uint64_t *words, uint32_t *id, store_fresh *fresh,
                    const void *ctx);
/* Memory was refused while a state was looked for, in a store that forgets. */
bool store_full(const struct store *s, unsigned division);
/* The number of a state that is there for sure. */
state_id store_known(struct store *s, uint64_t hash, const uint64_t *words);
bool store_has(const struct store *s, uint64_t hash, const uint64_t *words);
void store_set_entry(struct store *s, unsigned division, uint32_t entry,
                     state_id id);

void store_put(struct store *s, state_id id, const uint64_t *words);
/* Is it this state? */
bool store_is(const struct store *s, state_id id, const uint64_t *words);
void store_get(const struct store *s, state_id id, uint64_t *words);
/* One of its words; of the last one only the bits of fields mean anything. */
static inline uint64_t store_word(const struct store *s, state_id id,
                                  size_t word) {
  EXPECTS(s->first <= id && id < s->count && word < s->layout->words);
  uint64_t there;
  memcpy(&there,
         (const uint8_t *)s->states.at + (size_t)id * s->layout->bytes +
             8 * word,
         sizeof there);
  return there;
}
/* Those before this one are not asked for any more: a store that forgets may
 * give back their memory. */
void store_drop(struct store *s, state_id before);

/* The sleep set of a state, where they are kept. */
static inline uint64_t store_sleep(const struct store *s, state_id id) {
  EXPECTS(s->sleep_bytes && id < s->count);
  uint64_t set = 0;
  memcpy(&set, (const uint8_t *)s->sleeps.at + (size_t)id * s->sleep_bytes,
         s->sleep_bytes);
  return set;
}
static inline void store_set_sleep(struct store *s, state_id id, uint64_t set) {
  memcpy((uint8_t *)s->sleeps.at + (size_t)id * s->sleep_bytes, &set,
         s->sleep_bytes);
}

void store_set_parent(struct store *s, state_id state, state_id parent);
state_id store_parent(const struct store *s, state_id state);

/* Between batches: NULL, or what is wrong with it (base/sound.h).  Parents
 * are looked at of the states before `told`, whose parents were told. */
const char *store_sound(const struct store *s, state_id told);

/* All but the table, which is made anew then (store_rehash); the layout is
 * the one it was saved with.  False: memory is refused. */
struct archive;
bool store_archive(struct store *s, struct archive *a);

/* Widening, between batches, when no number is provisional: room is made;
 * states are packed anew, the last first, because they move up; the layout
 * is replaced; every division is made anew, because hashes are of the packed
 * words: states change their buckets, and even their divisions. */
bool store_reserve_wider(struct store *s, const struct layout *wider);
/* The states from this one to `end` may be repacked by several workers, in
 * any order: their new places lie behind all the old ones before `end`. */
state_id store_repack_from(const struct store *s, const struct layout *wider,
                           state_id end);
void store_repack(struct store *s, const struct layout *wider, state_id begin,
                  state_id end);
bool store_rehash(struct store *s, unsigned division);
/* Between batches, instead, where the turns of states were told: from now on
 * it forgets, first those before this one.  False: memory is refused. */
bool store_forget(struct store *s, state_id before);
/* Instead, where states are forgotten, and before the layout is replaced.
 * roomy: both sets may be in memory for a while, which is faster. */
bool store_carry(struct store *s, const struct layout *wider, bool roomy);
/* The numbers of pieces outgrew their fields. */
bool store_press_anew(struct store *s, bool roomy);
void store_close_sets(struct store *s);

#endif
