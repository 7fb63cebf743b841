/* Pressed states: every state has a key of its own, and comes back from it,
 * whatever grows meanwhile. */
#include "base/hash.h"
#include "explore/press.h"
#include "test.h"

enum { PARTS = 12, STATES = 5000 };

static void lay(struct layout *l, const uint32_t *widths) {
  struct layout_width at[PARTS] = {0};
  for (part_id i = 0; i < PARTS; i++)
    at[i].width = widths[i];
  layout_from(l, at, PARTS);
}

/* Parts that follow each other go together, as those of a model do; more values
 * come the later it is. */
static void make(const struct layout *l, uint64_t i, uint64_t *words) {
  value_id values[PARTS];
  for (part_id k = 0; k < PARTS; k++) {
    uint64_t of = hash_pair(k / 3, hash_pair(k / 3, i) % (1 + i / 10));
    values[k] = (value_id)(hash_pair(of, k) & ((1u << l->at[k].width) - 1));
  }
  values[PARTS - 1] = (value_id)i & 0xff;
  layout_pack(l, values, words);
}

static bool has_key(struct press *p, const struct layout *l, uint64_t i) {
  uint64_t words[4] = {0}, key[PRESS_PIECES], back[4] = {0};
  make(l, i, words);
  press_key(p, words, key);
  if (!press_holds(p))
    press_root(p);
  press_key(p, words, key);
  press_back(p, key, back);
  bool same = press_holds(p);
  for (size_t k = 0; k < l->words; k++)
    same &= words[k] == back[k];
  return same;
}

static const uint32_t widths[PARTS] = {7, 5, 9, 8, 8, 6, 9, 9, 9, 8, 7, 10};

TEST(pressed_states_come_back) {
  struct layout l;
  struct press p;
  lay(&l, widths);
  CHECK(l.words == 2);
  CHECK(press_open(&p, &l));
  uint64_t wrong = 0;
  for (uint64_t i = 0; i < STATES && !p.spent; i++)
    wrong += !has_key(&p, &l, i) && !p.spent;
  CHECK_EQ(wrong, 0);
  press_settle(&p);
  CHECK(press_bytes(&p) > 0);
  press_close(&p);
  layout_close(&l);
}

/* Wider fields change what is kept of pieces, and no key. */
TEST(pressed_states_keep_their_keys_when_parts_grow) {
  struct layout l, wider, widest;
  struct press p;
  uint32_t more[PARTS], most[PARTS];
  uint64_t key[PRESS_PIECES], later[PRESS_PIECES];
  for (part_id i = 0; i < PARTS; i++) {
    more[i] = widths[i] + (i % 4 == 1);
    most[i] = 30;
  }
  lay(&l, widths);
  lay(&wider, more);
  lay(&widest, most);
  CHECK(press_open(&p, &l));
  for (uint64_t i = 0; i < 40; i++)
    CHECK(has_key(&p, &l, i));
  uint64_t words[4] = {0}, moved[8] = {0}, back[8] = {0};
  struct layout_move moves[PARTS + 1];
  part_id count = layout_moves(&l, &wider, moves);
  make(&l, 7, words);
  press_key(&p, words, key);
  CHECK(press_widen(&p, &wider));
  layout_carry(moves, count, words, moved);
  if (press_holds(&p)) {
    press_key(&p, moved, later);
    for (size_t k = 0; k < p.root.words; k++)
      CHECK(key[k] == later[k]);
    press_back(&p, key, back);
    for (size_t k = 0; k < wider.words; k++)
      CHECK(back[k] == moved[k]);
  }
  CHECK(!press_widen(&p, &widest)); /* nothing has changed then */
  if (press_holds(&p)) {
    press_key(&p, moved, later);
    CHECK(key[0] == later[0]);
  }
  press_close(&p);
  layout_close(&l);
  layout_close(&wider);
  layout_close(&widest);
}
