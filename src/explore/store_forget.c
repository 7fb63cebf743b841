/* A store that forgets (store.h): which states were met is a set, and of the
 * states themselves those are there that are still to be expanded. */
#include <string.h>

#include "base/sound.h"
#include "explore/store.h"

bool store_full(const struct store *s, unsigned division) {
  return s->forgets && s->sets[division].full;
}

static void close_press(struct store *s) {
  if (s->press)
    press_close(s->press);
  free(s->press);
  s->press = NULL;
}

void store_close_sets(struct store *s) {
  for (unsigned i = 0; s->forgets && i < s->division_count; i++) {
    cleary_close(&s->sets[i].set);
    free(s->sets[i].pressed);
  }
  free(s->sets);
  cleary_key_close(&s->key);
  close_press(s);
}

/* --- from one set to another ---------------------------------------------- */

enum {
  PENDING = 16,
  WIDE = STRESSED(8, 56), /* bits: of several words soon, if they still grow */
  SOME = STRESSED(1 << 12, 4 << 20), /* bytes */
  WORTH = 8,              /* bits that are less by pressing, at least */
};

/* States on their way into new sets: those whose buckets were asked for. */
struct carrying {
  const struct store *s;
  const struct press *from; /* what they are, if they come pressed */
  struct press *to;         /* NULL: they are not pressed */
  struct layout_move *moves;
  part_id move_count;
  const struct cleary_key *key;
  struct store_set *sets;
  unsigned pending;
  uint64_t numbers[PENDING];
  uint64_t *words;        /* of keys */
  uint64_t *back, *moved; /* of the one in hand */
};

/* From keys, or states, of one layout to those of another. */
static void open_carrying(struct carrying *c, const struct layout *from,
                          const struct layout *to) {
  size_t most = from->words > to->words ? from->words : to->words;
  most = c->key->words > most ? c->key->words : most;
  c->moves = alloc_zero(from->used_count + 1, sizeof *c->moves);
  c->move_count = layout_moves(from, to, c->moves);
  c->words = alloc_zero(PENDING * most, sizeof *c->words);
  c->back = alloc_zero(most, sizeof *c->back);
  c->moved = alloc_zero(most, sizeof *c->moved);
}

static void close_carrying(struct carrying *c) {
  free(c->moves);
  free(c->words);
  free(c->back);
  free(c->moved);
}

static bool carry_pending(struct carrying *c) {
  bool ok = true;
  for (unsigned i = 0; i < c->pending; i++) {
    uint64_t number = c->numbers[i];
    struct cleary *set = &c->sets[store_division(c->s, number)].set;
    ok = ok && cleary_reserve(set, 1, set->len) &&
         cleary_add(set, number, c->words + i * c->key->words) == CLEARY_NEW;
  }
  c->pending = 0;
  return ok;
}

static void clear(uint64_t *words, size_t len) {
  for (size_t i = 0; i < len; i++)
    words[i] = 0;
}

static bool carry(void *ctx, const uint64_t *words) {
  struct carrying *c = ctx;
  uint64_t *key = c->words + c->pending * c->key->words;
  if (c->from) {
    clear(c->back, c->s->layout->words);
    press_back(c->from, words, c->back);
    words = c->back;
  }
  uint64_t *to = c->to ? c->moved : key;
  clear(to, c->to ? c->s->layout->words : c->key->words);
  layout_carry(c->moves, c->move_count, words, to);
  if (c->to)
    press_key(c->to, c->moved, key);
  uint64_t number = cleary_number(c->key, key);
  const struct cleary *set = &c->sets[store_division(c->s, number)].set;
  if (set->len)
    cleary_prefetch(set, number);
  c->numbers[c->pending++] = number;
  return c->pending < PENDING || carry_pending(c);
}

static void open_set(const struct store *s, struct store_set *set,
                     const struct cleary_key *key) {
  cleary_open(&set->set, key);
  if (s->press)
    set->pressed = alloc_zero(PRESS_PIECES, sizeof *set->pressed);
}

/* New sets in place of the old ones, which are gone; while there are few, both
 * are there at once. */
static bool carry_all(struct store *s, struct carrying *c, bool roomy) {
  bool ok = true;
  roomy &= store_bytes(s) < SOME;
  for (unsigned i = 0; i < s->division_count; i++) {
    open_set(s, &c->sets[i], c->key);
    size_t len = s->sets[i].set.len;
    ok &= !roomy || cleary_reserve(&c->sets[i].set, len + len / 8, len);
  }
  for (unsigned i = 0; i < s->division_count; i++)
    ok = cleary_drain(&s->sets[i].set, carry, c) && ok;
  return carry_pending(c) && ok;
}

/* Every key, or what it stands for, goes from the one layout to the other, and
 * into sets of such keys. */
static bool replace_sets(struct store *s, struct carrying c,
                         const struct layout *from, const struct layout *to,
                         bool roomy) {
  struct cleary_key key;
  cleary_key_open(&key, c.to ? &c.to->root : to);
  c.s = s;
  c.key = &key;
  open_carrying(&c, from, to);
  c.sets = alloc_apart(s->division_count, sizeof *c.sets);
  bool ok = carry_all(s, &c, roomy);
  for (unsigned i = 0; i < s->division_count; i++)
    free(s->sets[i].pressed);
  free(s->sets);
  close_carrying(&c);
  cleary_key_close(&s->key);
  s->key = key;
  s->sets = c.sets;
  for (unsigned i = 0; i < s->division_count; i++)
    s->sets[i].set.key = &s->key;
  return ok;
}

/* Its pieces have too many numbers, or are too wide. */
static bool stop_pressing(struct store *s, const struct layout *to,
                          bool roomy) {
  struct carrying c = {.from = s->press};
  bool ok = replace_sets(s, c, s->layout, to, roomy);
  close_press(s);
  s->may_press = false;
  return ok;
}

bool store_press_anew(struct store *s, bool roomy) {
  EXPECTS(s->press);
  if (s->press->spent)
    return stop_pressing(s, s->layout, roomy);
  struct layout old;
  const part_id pieces = s->press->count;
  struct layout_width *widths = alloc_zero(pieces, sizeof *widths);
  layout_widths(&s->press->root, widths);
  layout_from(&old, widths, pieces);
  free(widths);
  press_root(s->press);
  struct carrying as_it_is = {.from = NULL};
  bool ok = replace_sets(s, as_it_is, &old, &s->press->root, roomy);
  layout_close(&old);
  return ok;
}

/* --- pressing, and from all states to a set --------------------------------------------- */

static bool meet(void *press, const uint64_t *words) {
  uint64_t key[PRESS_PIECES];
  press_key(press, words, key);
  return !((struct press *)press)->spent;
}

/* All pieces of all states have numbers then. */
static bool meet_all(struct store *s) {
  bool ok = true;
  if (s->forgets) {
    for (unsigned i = 0; ok && i < s->division_count; i++)
      ok = cleary_each(&s->sets[i].set, meet, s->press);
    return ok;
  }
  uint64_t *words = alloc_zero(s->layout->words, sizeof *words);
  for (state_id id = 0; ok && id < s->count; id++) {
    store_get(s, id, words);
    ok = meet(s->press, words);
  }
  free(words);
  return ok;
}

/* If it pays: states of so many bits would be pressed into fewer. */
static void begin_pressing(struct store *s, unsigned bits) {
  s->press = alloc_zero(1, sizeof *s->press);
  if (!press_open(s->press, s->layout)) {
    free(s->press);
    s->press = NULL;
    return;
  }
  bool ok = meet_all(s);
  press_root(s->press);
  if (!ok || s->press->root.bits + WORTH > bits)
    close_press(s);
}

/* Every state goes in, as from one layout to the same. */
static bool enter_all(struct store *s) {
  struct carrying c = {
      .s = s, .to = s->press, .key = &s->key, .sets = s->sets};
  open_carrying(&c, s->layout, s->layout);
  uint64_t *words = alloc_zero(s->layout->words, sizeof *words);
  bool ok = true;
  for (state_id id = 0; ok && id < s->count; id++) {
    store_get(s, id, words);
    ok = carry(&c, words);
  }
  ok = carry_pending(&c) && ok;
  close_carrying(&c);
  free(words);
  return ok;
}

bool store_forget(struct store *s, state_id before) {
  EXPECTS(s->may_forget && !s->forgets);
  bool ok = true;
  if (s->may_press && s->layout->words > 1)
    begin_pressing(s, s->layout->bits);
  pages_small(&s->states);
  cleary_key_open(&s->key, s->press ? &s->press->root : s->layout);
  s->sets = alloc_apart(s->division_count, sizeof *s->sets);
  for (unsigned i = 0; i < s->division_count; i++) {
    size_t len = s->divisions[i].len;
    pages_free(&s->divisions[i].pages);
    s->divisions[i].buckets = s->divisions[i].len = 0;
    open_set(s, &s->sets[i], &s->key);
    ok &= cleary_reserve(&s->sets[i].set, len + len / 2, len);
  }
  ok = ok && enter_all(s);
  s->forgets = true;
  store_drop(s, before);
  return ok;
}

bool store_carry(struct store *s, const struct layout *wider, bool roomy) {
  EXPECTS(s->forgets);
  const struct layout *old = s->layout;
  struct carrying as_it_is = {.from = NULL};
  bool ok = true;
  if (s->may_press && !s->press && wider->bits > WIDE) {
    begin_pressing(s, wider->bits);
    s->may_press = s->press != NULL;
    struct carrying pressed = {.to = s->press};
    ok = !s->press || replace_sets(s, pressed, old, old, roomy);
  }
  if (!s->press)
    ok = replace_sets(s, as_it_is, old, wider, roomy);
  else if (s->press->spent || !press_widen(s->press, wider))
    ok = stop_pressing(s, wider, roomy) && ok;
  else
    ok = (press_holds(s->press) || store_press_anew(s, roomy)) && ok;
  size_t first = s->first, count = s->count;
  pages_drop(&s->states, first * old->bytes, first * wider->bytes);
  pages_drop(&s->states, count * wider->bytes, count * old->bytes);
  return ok;
}
