#include "base/map.h"

#include <string.h>

#include "base/alloc.h"
#include "base/hash.h"
#include "base/sound.h"
#include "base/stress.h"

enum { FIRST_CAP = STRESSED(2, 16) };

static size_t slot_of(const struct map *m, uint64_t key) {
  EXPECTS(m->cap && !(m->cap & (m->cap - 1)) && m->len < m->cap);
  size_t i = hash_mix(key) & (m->cap - 1);
  while (m->used[i] && m->slots[i].key != key)
    i = (i + 1) & (m->cap - 1);
  return i;
}

static void rehash(struct map *m) {
  EXPECTS(!m->cap || m->len <= m->cap);
  struct map old = *m;
  size_t cap = old.cap ? old.cap * 2 : FIRST_CAP;
  struct map_slot *slots = alloc_resize(NULL, cap, sizeof *slots);
  m->used = alloc_zero(cap, 1);
  m->slots = slots;
  m->cap = cap;
  for (size_t i = 0; i < old.cap; i++)
    if (old.used[i]) {
      size_t to = slot_of(m, old.slots[i].key);
      m->used[to] = 1;
      m->slots[to] = old.slots[i];
    }
  free(old.slots);
  free(old.used);
}

uint64_t *map_get(const struct map *m, uint64_t key) {
  if (!m->cap)
    return NULL;
  size_t i = slot_of(m, key);
  return m->used[i] ? &m->slots[i].value : NULL;
}

uint64_t *map_look(struct map *m, uint64_t key, bool *added) {
  EXPECTS(added && (m->cap ? m->slots && m->used : !m->len));
  if ((m->len + 1) * 4 > m->cap * 3)
    rehash(m);
  size_t i = slot_of(m, key);
  *added = !m->used[i];
  if (*added) {
    m->used[i] = 1;
    m->slots[i] = (struct map_slot){key, 0};
    m->len++;
  }
  m->recent = i;
  return &m->slots[i].value;
}

void map_put(struct map *m, uint64_t key, uint64_t value) {
  bool added;
  *map_at(m, key, &added) = value;
}

void map_clear(struct map *m) {
  EXPECTS(m->len <= m->cap);
  if (m->cap)
    memset(m->used, 0, m->cap);
  m->len = 0;
}

void map_copy(struct map *to, const struct map *from) {
  EXPECTS(to != from && from->len <= from->cap);
  *to = *from;
  if (!from->cap)
    return;
  to->slots = alloc_resize(NULL, from->cap, sizeof *to->slots);
  to->used = alloc_resize(NULL, from->cap, 1);
  memcpy(to->used, from->used, from->cap);
  memcpy(to->slots, from->slots, from->cap * sizeof *to->slots);
}

void map_free(struct map *m) {
  free(m->slots);
  free(m->used);
  *m = (struct map){0};
}

static size_t names_slot(const struct names *n, const char *s, size_t len) {
  EXPECTS(n->cap && !(n->cap & (n->cap - 1)) && n->at.len < n->cap);
  size_t i = hash_bytes(s, len) & (n->cap - 1);
  for (; n->slots[i]; i = (i + 1) & (n->cap - 1)) {
    const char *there = n->at.at[n->slots[i] - 1];
    if (!strncmp(there, s, len) && !there[len])
      break;
  }
  return i;
}

static void names_rehash(struct names *n) {
  EXPECTS(!(n->cap & (n->cap - 1)));
  size_t cap = n->cap ? n->cap * 2 : FIRST_CAP;
  uint32_t *slots = alloc_zero(cap, sizeof *slots);
  free(n->slots);
  n->slots = slots;
  n->cap = cap;
  for (size_t id = 0; id < n->at.len; id++) {
    const char *s = n->at.at[id];
    n->slots[names_slot(n, s, strlen(s))] = (uint32_t)id + 1;
  }
}

uint32_t names_add(struct names *n, const char *s, size_t len) {
  EXPECTS(s || !len);
  if ((n->at.len + 1) * 4 > n->cap * 3)
    names_rehash(n);
  size_t i = names_slot(n, s, len);
  if (!n->slots[i]) {
    vec_push(&n->at, arena_string(&n->arena, s, len));
    n->slots[i] = (uint32_t)n->at.len;
  }
  return n->slots[i] - 1;
}

uint32_t names_find(const struct names *n, const char *s, size_t len) {
  EXPECTS(s || !len);
  if (!n->cap)
    return NAMES_NONE;
  size_t i = names_slot(n, s, len);
  return n->slots[i] ? n->slots[i] - 1 : NAMES_NONE;
}

void names_free(struct names *n) {
  vec_free(&n->at);
  free(n->slots);
  arena_free(&n->arena);
  *n = (struct names){0};
}
