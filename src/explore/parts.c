#include "explore/parts.h"

#include <string.h>

#include "base/lock.h"
#include "base/sound.h"
#include "base/stress.h"
#include "model/machine.h"

enum { FIRST_SLOTS = STRESSED(2, 64) };

void words_resize(struct words *w, size_t len) {
  if (len > w->cap)
    w->at = vec_grow(w->at, &w->cap, len, sizeof *w->at);
  w->len = len;
}

void words_push(struct words *w, int32_t x) {
  words_resize(w, w->len + 1);
  w->at[w->len - 1] = x;
}

void words_free(struct words *w) {
  free(w->at);
  *w = (struct words){0};
}

/* --- which parts there are ------------------------------------------------ */

static struct part_field field_for(int64_t lo, int64_t hi) {
  uint64_t span = (uint64_t)(hi - lo);
  if (span < 1u << 8)
    return (struct part_field){(int32_t)lo, 1};
  if (span < 1u << 16)
    return (struct part_field){(int32_t)lo, 2};
  return (struct part_field){0, 4};
}

static void describe_process(struct part *part, const struct process *p) {
  part->field_count = 1 + p->slot_count;
  part->fields = alloc_zero(part->field_count, sizeof *part->fields);
  part->fields[0] = field_for(0, p->location_count);
  for (slot_id s = 0; s < p->slot_count; s++)
    part->fields[1 + s] = field_for(p->slots[s].range.lo, p->slots[s].range.hi);
}

static void describe_scalar(struct part *part, const struct model *m) {
  const struct object *o = &m->objects[part->index];
  part->field_count = 1;
  part->fields = alloc_zero(1, sizeof *part->fields);
  part->fields[0] = o->kind == OBJECT_LOCK
                        ? field_for(-1, m->process_count)
                        : field_for(o->range.lo, o->range.hi);
}

/* Words of queues are message ids, senders and payloads. */
static void describe_queue(struct part *part, const struct model *m) {
  int64_t lo = 0, hi = m->message_count;
  if (hi < m->process_count)
    hi = m->process_count;
  for (message_id i = 0; i < m->message_count; i++)
    for (uint32_t k = 0; k < m->messages[i].arity; k++) {
      const struct range *r = &m->messages[i].payload[k];
      lo = r->lo < lo ? r->lo : lo;
      hi = r->hi > hi ? r->hi : hi;
    }
  part->field_count = 1;
  part->fields = alloc_zero(1, sizeof *part->fields);
  part->fields[0] =
      part->kind >= PART_NET ? (struct part_field){0, 4} : field_for(lo, hi);
}

static part_id add_part(struct parts *ps, enum part_kind kind, uint32_t index) {
  EXPECTS(kind <= PART_WORDS);
  struct part *part = &ps->at[ps->count];
  part->kind = kind;
  part->index = index;
  lock_open(&part->lock);
  if (kind == PART_PROCESS)
    describe_process(part, &ps->model->processes[index]);
  else if (kind == PART_SCALAR)
    describe_scalar(part, ps->model);
  else
    describe_queue(part, ps->model);
  return ps->count++;
}

/* A part that is not there is value 0. */
static void add_words(struct parts *ps, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    part_id part = add_part(ps, PART_WORDS, i);
    ps->at[part].passing = part == MACHINE_HAND;
    parts_number(ps, part, NULL, 0);
  }
}

void parts_open(struct parts *ps, const struct model *m, uint32_t slots) {
  *ps = (struct parts){.model = m};
  uint32_t words = slots ? machine_parts(m->machine, slots) : 0;
  ps->at = alloc_zero(m->process_count + m->object_count + words + 3,
                      sizeof *ps->at);
  ps->of_object = alloc_zero(m->object_count, sizeof *ps->of_object);
  ps->last = words; /* so far */
  add_words(ps, words);
  for (process_id p = 0; p < m->process_count && !slots; p++)
    add_part(ps, PART_PROCESS, p); /* those of a machine are among its words */
  part_id net = NONE;
  for (object_id o = 0; o < m->object_count; o++) {
    enum object_kind kind = m->objects[o].kind;
    if (kind == OBJECT_PORT && m->scheme == SCHEME_CAUSAL) {
      if (net == NONE)
        net = add_part(ps, PART_NET, o);
      ps->of_object[o] = net;
    } else {
      ps->of_object[o] = add_part(ps,
                                  kind == OBJECT_CHANNEL ? PART_CHANNEL
                                  : kind == OBJECT_PORT  ? PART_PORT
                                                         : PART_SCALAR,
                                  o);
    }
  }
  ps->tuples = add_part(ps, PART_OTHER, 0);
  ps->faces = add_part(ps, PART_OTHER, 0);
  ps->operations = ps->last = add_part(ps, PART_OTHER, 0);
  ps->count -= 3; /* they are none of the state's */
}

void parts_close(struct parts *ps) {
  for (part_id i = 0; i <= ps->last; i++) {
    struct part *part = &ps->at[i];
    pthread_mutex_destroy(&part->lock);
    free(part->fields);
    vec_free(&part->pool);
    vec_free(&part->ends);
    free(part->slots);
  }
  free(ps->at);
  free(ps->of_object);
  *ps = (struct parts){0};
}

/* --- words and bytes ------------------------------------------------------ */

static const struct part_field *field_of(const struct part *part, size_t i) {
  EXPECTS(part->field_count > 0);
  bool alike = part->kind >= PART_CHANNEL;
  return &part->fields[alike ? 0 : i];
}

/* Small numbers, which are most, take a byte. */
static void put_number(struct part *part, int32_t word) {
  uint32_t bits = (uint32_t)word << 1 ^ (uint32_t)(word >> 31);
  for (; bits > 127; bits >>= 7)
    vec_push(&part->pool, (uint8_t)(bits | 128));
  vec_push(&part->pool, (uint8_t)bits);
}

static size_t get_number(const struct part *part, size_t at, int32_t *word) {
  EXPECTS(at < part->pool.len);
  uint32_t bits = 0;
  for (unsigned shift = 0;; shift += 7) {
    uint8_t byte = part->pool.at[at++];
    bits |= (uint32_t)(byte & 127) << shift;
    if (byte < 128)
      break;
  }
  *word = (int32_t)(bits >> 1 ^ -(bits & 1));
  return at;
}

static void put_word(struct part *part, size_t i, int32_t word) {
  if (part->kind == PART_WORDS) {
    put_number(part, word);
    return;
  }
  const struct part_field *f = field_of(part, i);
  uint32_t bits = (uint32_t)word - (uint32_t)f->lo;
  for (unsigned b = 0; b < f->bytes; b++)
    vec_push(&part->pool, (uint8_t)(bits >> 8 * b));
}

static size_t get_word(const struct part *part, size_t i, size_t at,
                       int32_t *word) {
  if (part->kind == PART_WORDS)
    return get_number(part, at, word);
  const struct part_field *f = field_of(part, i);
  uint32_t bits = 0;
  for (unsigned b = 0; b < f->bytes; b++)
    bits |= (uint32_t)part->pool.at[at + b] << 8 * b;
  *word = (int32_t)(bits + (uint32_t)f->lo);
  return at + f->bytes;
}

static size_t begin_of(const struct part *part, value_id v) {
  EXPECTS(v <= part->ends.len);
  EXPECTS(v <= part->ends.len);
  return v ? part->ends.at[v - 1] : 0;
}

static size_t slot_for(const struct part *part, size_t begin, size_t end) {
  EXPECTS(begin <= end && end <= part->pool.len);
  size_t len = end - begin, mask = part->slot_cap - 1;
  size_t i = hash_bytes(part->pool.at + begin, len) & mask;
  for (; part->slots[i]; i = (i + 1) & mask) {
    value_id there = part->slots[i] - 1;
    size_t from = begin_of(part, there);
    if (part->ends.at[there] - from == len &&
        (!len || !memcmp(part->pool.at + from, part->pool.at + begin, len)))
      break;
  }
  return i;
}

static void rehash(struct part *part) {
  size_t cap = part->slot_cap ? part->slot_cap * 2 : FIRST_SLOTS;
  uint32_t *slots = alloc_zero(cap, sizeof *slots);
  free(part->slots);
  part->slots = slots;
  part->slot_cap = cap;
  for (value_id v = 0; v < part->ends.len; v++)
    part->slots[slot_for(part, begin_of(part, v), part->ends.at[v])] = v + 1;
}

/* The value that was written behind the others, from here on: it stays there
 * if it is new. */
static value_id number_last(struct part *part, size_t begin) {
  size_t slot = slot_for(part, begin, part->pool.len);
  if (part->slots[slot]) {
    part->pool.len = begin;
  } else {
    vec_push(&part->ends, (uint32_t)part->pool.len);
    part->slots[slot] = (uint32_t)part->ends.len;
    part->count = (value_id)part->ends.len;
  }
  return part->slots[slot] - 1;
}

/* Room for one more value of so many bytes; false: there is none. */
static bool has_room(struct parts *ps, struct part *part, size_t bytes) {
  if ((part->ends.len + 1) * 2 > part->slot_cap)
    rehash(part);
  bool full = part->pool.len + bytes > UINT32_MAX;
  if (full)
    ps->full = true;
  return !full;
}

value_id parts_number(struct parts *ps, part_id id, const int32_t *words,
                      size_t count) {
  EXPECTS(id <= ps->last && (words || !count));
  struct part *part = &ps->at[id];
  value_id value = 0;
  alloc_lock(&part->lock);
  if (has_room(ps, part, count * (sizeof(int32_t) + 1))) {
    size_t begin = part->pool.len;
    for (size_t i = 0; i < count; i++)
      put_word(part, i, words[i]);
    value = number_last(part, begin);
  }
  alloc_unlock(&part->lock);
  return value;
}

const uint8_t *parts_raw(const struct parts *ps, part_id id, value_id value,
                         size_t *len) {
  EXPECTS(id <= ps->last && value < ps->at[id].count);
  const struct part *part = &ps->at[id];
  size_t begin = begin_of(part, value);
  *len = part->ends.at[value] - begin;
  return part->pool.at + begin;
}

value_id parts_number_raw(struct parts *ps, part_id id, const uint8_t *at,
                          size_t len) {
  EXPECTS(id <= ps->last && (at || !len));
  struct part *part = &ps->at[id];
  if (!has_room(ps, part, len))
    return 0;
  size_t begin = part->pool.len;
  for (size_t i = 0; i < len; i++)
    vec_push(&part->pool, at[i]);
  return number_last(part, begin);
}

/* The last that came in was looked for past all others that are in its way, and
 * nothing was looked for past it: so the last go first, and leave no holes. */
void parts_keep(struct parts *ps, part_id id, value_id count) {
  struct part *part = &ps->at[id];
  EXPECTS(id <= ps->last && count <= part->count);
  for (value_id v = part->count; v-- > count;)
    part->slots[slot_for(part, begin_of(part, v), part->ends.at[v])] = 0;
  part->pool.len = begin_of(part, count);
  part->ends.len = count;
  part->count = count;
}

void parts_words(struct parts *ps, part_id id, value_id value,
                 struct words *out) {
  EXPECTS(id <= ps->last && (value < ps->at[id].count || ps->full));
  struct part *part = &ps->at[id];
  alloc_lock(&part->lock);
  size_t at = begin_of(part, value), end = part->ends.at[value];
  out->len = 0;
  for (size_t i = 0; at < end; i++) {
    int32_t word;
    at = get_word(part, i, at, &word);
    words_push(out, word);
  }
  alloc_unlock(&part->lock);
}

bool parts_restore(struct parts *ps, part_id id) {
  struct part *part = &ps->at[id];
  uint32_t last = 0;
  vec_each(&part->ends, end) {
    if (*end < last || *end > part->pool.len)
      return false;
    last = *end;
  }
  part->pool.len = last;
  part->count = (value_id)part->ends.len;
  while ((part->ends.len + 1) * 2 > part->slot_cap / 2)
    part->slot_cap = part->slot_cap ? part->slot_cap * 2 : FIRST_SLOTS;
  part->slot_cap /= 2;
  rehash(part);
  return part->count != 0;
}

uint64_t parts_bytes(const struct parts *ps) {
  uint64_t bytes = 0;
  for (part_id i = 0; i <= ps->last; i++) {
    const struct part *part = &ps->at[i];
    bytes += part->pool.cap + part->ends.cap * sizeof *part->ends.at +
             part->slot_cap * sizeof *part->slots;
  }
  return bytes;
}
