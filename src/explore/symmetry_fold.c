#include <string.h>

#include "base/count.h"
#include "base/hash.h"
#include "base/sound.h"
#include "explore/symmetry_inside.h"

/* A state in hand. */
struct folding {
  struct symmetry *y;
  struct parts *parts;
  value_id *values, *best;
  part_id count;
  const struct symmetry_block *block;
  const uint32_t *group_ends; /* by member: where its equals end */
  uint64_t hits;              /* orders that lead to the best */
};

static part_id part_of(const struct folding *f, uint32_t i) {
  process_id n = f->y->model->process_count;
  return i < n ? i : f->parts->of_object[i - n];
}

static uint32_t index_of(const struct folding *f, object_id o) {
  return f->y->model->process_count + o;
}

static uint64_t remember(struct folding *f, struct rows *r, uint32_t value,
                         uint64_t number) {
  alloc_lock(&f->y->lock);
  rows_set(r, value, number);
  alloc_unlock(&f->y->lock);
  return number;
}

/* --- what values are ------------------------------------------------------ */

/* The number, for another part, of what a value of this one is. */
static value_id translate(struct folding *f, struct rows *r, uint32_t from,
                          uint32_t to, value_id v) {
  uint64_t known = rows_get(r, v);
  if (known)
    return (value_id)(known - 1);
  struct words w = {0};
  parts_words(f->parts, part_of(f, from), v, &w);
  value_id n = parts_number(f->parts, part_of(f, to), w.at, w.len);
  words_free(&w);
  remember(f, r, v, (uint64_t)n + 1);
  return n;
}

static value_id carry(struct folding *f, uint32_t from, uint32_t to,
                      value_id v) {
  uint32_t first = f->y->first[from];
  value_id n = translate(f, &f->y->to_first[from], from, first, v);
  return translate(f, &f->y->from_first[to], first, to, n);
}

static uint64_t key_of(struct folding *f, uint32_t i, value_id v) {
  uint64_t known = rows_get(&f->y->keys[i], v);
  if (known)
    return known;
  struct words w = {0};
  parts_words(f->parts, part_of(f, i), v, &w);
  uint64_t key = hash_bytes(w.at, w.len * sizeof *w.at) | 1;
  words_free(&w);
  return remember(f, &f->y->keys[i], v, key);
}

/* Who holds the lock; NONE: nobody. */
static process_id holder_of(struct folding *f, object_id o) {
  uint32_t i = index_of(f, o);
  value_id v = f->values[part_of(f, i)];
  uint64_t known = rows_get(&f->y->holders[i], v);
  if (!known) {
    struct words w = {0};
    parts_words(f->parts, part_of(f, i), v, &w);
    known = remember(f, &f->y->holders[i], v, (uint64_t)(w.at[0] + 2));
    words_free(&w);
  }
  return known == 1 ? NONE : (process_id)(known - 2);
}

static void set_holder(struct folding *f, object_id o, process_id p) {
  uint32_t i = index_of(f, o);
  uint64_t known = rows_get(&f->y->held[i], p);
  if (!known) {
    int32_t word = (int32_t)p;
    known =
        remember(f, &f->y->held[i], p,
                 1 + (uint64_t)parts_number(f->parts, part_of(f, i), &word, 1));
  }
  f->values[part_of(f, i)] = (value_id)(known - 1);
}

/* --- exchanging two members ----------------------------------------------- */

static void exchange_parts(struct folding *f, uint32_t x, uint32_t y) {
  value_id *at = &f->values[part_of(f, x)], *to = &f->values[part_of(f, y)];
  value_id v = carry(f, x, y, *at);
  *at = carry(f, y, x, *to);
  *to = v;
}

/* Who sent the message at this place of a port, and where the next one is. */
static process_id sender_at(const struct folding *f, const struct words *w,
                            size_t at, size_t *next) {
  *next = at + 2 + f->y->model->messages[w->at[at + 1]].arity;
  return (process_id)w->at[at];
}

/* Appends the messages of one sender, as those of another. */
static void add_messages(const struct folding *f, const struct words *w,
                         process_id from, process_id as, struct words *out) {
  for (size_t at = 0, next; at < w->len; at = next) {
    bool his = sender_at(f, w, at, &next) == from;
    for (size_t i = at; his && i < next; i++)
      words_push(out, i == at ? (int32_t)as : w->at[i]);
  }
}

/* The messages of a port stay, sent by the other of these two; they are in the
 * order of senders (queue.h). */
static void exchange_senders(struct folding *f, object_id o, process_id one,
                             process_id two) {
  part_id part = part_of(f, index_of(f, o));
  struct words w = {0}, turned = {0};
  bool concerned = false;
  if (!f->values[part])
    return; /* the first value is the empty one */
  parts_words(f->parts, part, f->values[part], &w);
  for (size_t at = 0, next; at < w.len; at = next) {
    process_id who = sender_at(f, &w, at, &next);
    concerned |= who == one || who == two;
  }
  for (process_id p = 0; concerned && p < f->y->model->process_count; p++)
    add_messages(f, &w, p == one ? two : p == two ? one : p, p, &turned);
  if (concerned)
    f->values[part] = parts_number(f->parts, part, turned.at, turned.len);
  words_free(&w);
  words_free(&turned);
}

static void exchange(struct folding *f, process_id i, process_id j) {
  EXPECTS(i < f->block->count && j < f->block->count);
  const struct symmetry_block *b = f->block;
  process_id one = b->members[i], two = b->members[j];
  if (i == j)
    return;
  size_t at = i < j ? (size_t)i * b->count + j : (size_t)j * b->count + i;
  exchange_parts(f, one, two);
  for (size_t k = 0; k < b->exchanges[at].count; k++)
    exchange_parts(f, index_of(f, b->exchanges[at].at[k].a),
                   index_of(f, b->exchanges[at].at[k].b));
  vec_each(&f->y->locks, o) {
    process_id who = holder_of(f, *o);
    if (who == one || who == two)
      set_holder(f, *o, who == one ? two : one);
  }
  vec_each(&f->y->ports, o) exchange_senders(f, *o, one, two);
}

/* --- signatures ----------------------------------------------------------- */

/* What somebody is to a member, whoever the others of the block are. */
static uint64_t relation(const struct folding *f, process_id i,
                         process_id who) {
  EXPECTS(i < f->block->count);
  if (who == NONE || who == f->block->members[i])
    return who == NONE ? 1 : 2;
  bool joined = f->y->block_of[who] == f->y->block_of[f->block->members[i]];
  return joined ? 3 : 4 + who;
}

/* What a port holds, by one sender; or, NONE, by each, as it is related to the
 * member. */
static uint64_t port_key(struct folding *f, process_id i, object_id o,
                         process_id sender) {
  EXPECTS(i < f->block->count);
  part_id part = part_of(f, index_of(f, o));
  struct words w = {0};
  uint64_t sum = 0, one = 0;
  process_id before = NONE;
  if (!f->values[part])
    return 0;
  parts_words(f->parts, part, f->values[part], &w);
  for (size_t at = 0, next; at < w.len; at = next) {
    process_id who = sender_at(f, &w, at, &next);
    sum += who != before ? one : 0;
    one = who != before ? relation(f, i, who) : one;
    before = who;
    if (sender == NONE || who == sender)
      one = hash_pair(
          one, hash_bytes(w.at + at + 1, (next - at - 1) * sizeof *w.at));
    else
      one = 0;
  }
  words_free(&w);
  return sum + one;
}

/* What an object of its own is to a member. */
static uint64_t own_key(struct folding *f, process_id i, object_id o) {
  EXPECTS(i < f->block->count);
  const struct model *m = f->y->model;
  uint32_t at = index_of(f, o);
  if (m->objects[o].kind == OBJECT_LOCK)
    return relation(f, i, holder_of(f, o));
  if (m->objects[o].kind == OBJECT_PORT && m->scheme == SCHEME_FIFO)
    return port_key(f, i, o, NONE);
  return key_of(f, at, f->values[part_of(f, at)]);
}

static uint64_t signature(struct folding *f, process_id i) {
  EXPECTS(i < f->block->count);
  const struct symmetry_block *b = f->block;
  process_id p = b->members[i];
  uint64_t sum = key_of(f, p, f->values[p]);
  for (size_t k = 0; k < b->own_count; k++)
    sum = hash_pair(sum, own_key(f, i, b->own[i * b->own_count + k]));
  vec_each(&f->y->locks, o) {
    if (holder_of(f, *o) == p)
      sum += hash_mix(f->y->first[index_of(f, *o)] + 1);
  }
  vec_each(&f->y->ports, o) {
    uint64_t key = port_key(f, i, *o, p);
    if (key)
      sum += hash_pair(f->y->first[index_of(f, *o)] + 1, key);
  }
  return sum;
}

/* --- orders of equals ----------------------------------------------------- */

/* Below 0: the state in hand comes before the best. */
static int compare(struct folding *f) {
  for (uint32_t i = 0;
       i < f->y->model->process_count + f->y->model->object_count; i++) {
    part_id part = part_of(f, i);
    if (f->values[part] == f->best[part])
      continue;
    uint64_t one = key_of(f, i, f->values[part]);
    uint64_t two = key_of(f, i, f->best[part]);
    if (one != two)
      return one < two ? -1 : 1;
  }
  return 0;
}

static void try_orders(struct folding *f, process_id k) {
  EXPECTS(k <= f->block->count && f->block->count <= SYMMETRY_TRIED);
  if (k == f->block->count) {
    int order = compare(f);
    if (order < 0)
      memcpy(f->best, f->values, f->count * sizeof *f->best);
    if (order <= 0)
      f->hits = order ? 1 : f->hits + 1;
    return;
  }
  for (process_id r = k; r < f->group_ends[k]; r++) {
    exchange(f, k, r);
    try_orders(f, k + 1);
    exchange(f, k, r);
  }
}

static bool changes_nothing(struct folding *f, process_id i, process_id j) {
  EXPECTS(i < f->block->count && j < f->block->count);
  memcpy(f->best, f->values, f->count * sizeof *f->best);
  exchange(f, i, j);
  bool same = !memcmp(f->best, f->values, f->count * sizeof *f->best);
  memcpy(f->values, f->best, f->count * sizeof *f->best);
  return same;
}

/* Members with equal signatures follow each other.  Returns how many orders of
 * the members leave the state as it is. */
static uint64_t settle_equals(struct folding *f, uint32_t *ends) {
  const struct symmetry_block *b = f->block;
  uint64_t orders = 1;
  bool same = true;
  for (process_id i = 0, begin = 0; i < b->count; i++) {
    begin = i && ends[i - 1] == ends[i] ? begin : i;
    orders *= i - begin + 1;
    if (b->tangled && i > begin && same)
      same = changes_nothing(f, begin, i);
  }
  if (same)
    return orders;
  memcpy(f->best, f->values, f->count * sizeof *f->best);
  f->group_ends = ends;
  f->hits = 0;
  try_orders(f, 0);
  memcpy(f->values, f->best, f->count * sizeof *f->best);
  return f->hits;
}

static uint64_t fold_block(struct folding *f) {
  const struct symmetry_block *b = f->block;
  uint64_t keys[SYMMETRY_MEMBERS];
  uint32_t ends[SYMMETRY_MEMBERS];
  for (process_id i = 0; i < b->count; i++)
    keys[i] = signature(f, i);
  for (process_id i = 0; i < b->count; i++) {
    process_id least = i;
    for (process_id j = i + 1; j < b->count; j++)
      least = keys[j] < keys[least] ? j : least;
    exchange(f, i, least);
    uint64_t key = keys[i];
    keys[i] = keys[least];
    keys[least] = key;
  }
  for (process_id i = b->count; i-- > 0;)
    ends[i] = i + 1 < b->count && keys[i] == keys[i + 1] ? ends[i + 1] : i + 1;
  return b->orders / settle_equals(f, ends);
}

uint64_t symmetry_fold(struct symmetry *y, struct desk *d, value_id *values) {
  EXPECTS(values != NULL);
  vec_resize(&d->list, d->parts);
  struct folding f = {.y = y,
                      .parts = d->mover->parts,
                      .values = values,
                      .best = d->list.at,
                      .count = d->parts};
  uint64_t orbit = 1;
  vec_each(&y->blocks, b) {
    f.block = b;
    orbit = count_times(orbit, fold_block(&f));
  }
  return orbit;
}
