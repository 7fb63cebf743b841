#include "sched/intern.h"

#include "base/hash.h"
#include "base/pack.h"
#include "base/sound.h"
#include "base/stress.h"

static size_t slot_of(const struct intern *in, uint64_t a, uint64_t b) {
  size_t at = hash_pair(a, b) & (in->cap - 1);
  for (; in->table[at]; at = (at + 1) & (in->cap - 1)) {
    const struct intern_entry *e = &in->at.at[in->table[at] - 1];
    if (e->a == a && e->b == b)
      break;
  }
  return at;
}

static void grow(struct intern *in, size_t cap) {
  free(in->table);
  in->table = alloc_zero(cap, sizeof *in->table);
  in->cap = cap;
  for (size_t i = 0; i < in->at.len; i++)
    in->table[slot_of(in, in->at.at[i].a, in->at.at[i].b)] = (uint32_t)i + 1;
}

uint64_t intern_pair(struct intern *in, uint64_t a, uint64_t b) {
  if (in->at.len * 4 >= in->cap * 3)
    grow(in, in->cap ? in->cap * 2 : STRESSED(2, 1024));
  size_t at = slot_of(in, a, b);
  if (!in->table[at]) {
    struct intern_entry fresh = {a, b};
    vec_push(&in->at, fresh);
    in->table[at] = (uint32_t)in->at.len;
  }
  return (uint64_t)in->table[at] * 4;
}

void intern_parts(const struct intern *in, uint64_t n, uint64_t *a,
                  uint64_t *b) {
  EXPECTS(n && n % 4 == 0 && n / 4 <= in->at.len);
  *a = in->at.at[n / 4 - 1].a;
  *b = in->at.at[n / 4 - 1].b;
}

void intern_save(const struct intern *in, struct text *out) {
  pack_vec(out, &in->at);
}

void intern_load(struct intern *in, struct unpack *from) {
  size_t cap = 1024;
  unpack_vec(from, &in->at);
  while (cap * 3 <= in->at.len * 4)
    cap *= 2;
  grow(in, cap);
}

uint64_t intern_bytes(const struct intern *in) {
  return in->at.cap * sizeof *in->at.at + in->cap * sizeof *in->table;
}

void intern_free(struct intern *in) {
  vec_free(&in->at);
  free(in->table);
  *in = (struct intern){0};
}
