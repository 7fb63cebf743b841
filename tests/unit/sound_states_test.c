/* Invariants of the store of states and of decision diagrams: what is planted
 * in them is noticed. */
#include "base/hash.h"
#include "dd/forest.h"
#include "explore/store.h"
#include "sound.h"

/* States 0 to 299, each the child of one a third as large. */
static void store_fill(struct store *s, struct layout *l) {
  store_open(s, l, 2, true, 0);
  CHECK(store_reserve(s, 300));
  for (uint64_t i = 0; i < 300; i++) {
    uint64_t hash = hash_words(&i, 1);
    uint32_t id = (uint32_t)i;
    unsigned division = store_division(s, hash);
    CHECK(store_reserve_division(s, division, 1));
    store_find(s, division, hash, &i, &id, NULL, NULL);
    store_put(s, id, &i);
    store_set_parent(s, id, id / 3);
    s->count++;
  }
}

TEST(sound_notices_what_is_wrong_with_a_store) {
  struct layout l = {.words = 1, .bytes = 2, .tail = 0xffff};
  struct store s;
  store_fill(&s, &l);
  CHECK_STR(store_sound(&s, 300) ? store_sound(&s, 300) : "", "");
  uint16_t *states = s.states.at;
  struct bucket *b = s.divisions[0].pages.at;
  size_t full = 0; /* a bucket with something in its first slot */
  while (!b[full].tags[0])
    full++;
  PLANTED(store_sound(&s, 300), states[17], 16);
  PLANTED(store_sound(&s, 300), b[full].tags[0],
          (uint8_t)(b[full].tags[0] + 1));
  PLANTED(store_sound(&s, 300), b[full].ids[0], b[full].ids[0] + 1);
  PLANTED(store_sound(&s, 300), s.divisions[1].len, 0);
  PLANTED(store_sound(&s, 300), ((state_id *)s.parents.at)[5], 300);
  store_close(&s);
}

TEST(sound_notices_what_is_wrong_with_a_forest) {
  const uint32_t sizes[] = {3, 2, 4};
  struct dd *f = dd_open(DD_SETS, 3, sizes, 0);
  dd_node set = DD_EMPTY;
  for (uint32_t i = 0; i < 6; i++) {
    const uint32_t tuple[] = {i % 3, i % 2, i % 4};
    set = dd_union(f, set, dd_tuple(f, tuple));
  }
  CHECK_STR(dd_sound(f) ? dd_sound(f) : "", "");
  const uint32_t child = node_data(f, set);
  size_t slot = 0;
  while (!f->table[slot])
    slot++;
  PLANTED(dd_sound(f), f->pool[child], set);
  PLANTED(dd_sound(f), f->pool[child], f->pool[child] + 1);
  PLANTED(dd_sound(f), f->pool[set], f->pool[set] | MARK_BIT);
  PLANTED(dd_sound(f), f->table[slot], 0);
  PLANTED(dd_sound(f), f->nodes, f->nodes + 1);
  dd_close(f);
}
