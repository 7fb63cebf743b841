#include "net/states.h"

#include <string.h>

#include "base/alloc.h"
#include "base/hash.h"
#include "base/sound.h"
#include "base/stress.h"

enum { FIRST_CAP = STRESSED(2, 64) };

static size_t slot_of(const struct states *s, const uint32_t *vector) {
  EXPECTS(s->cap && !(s->cap & (s->cap - 1)) && s->count < s->cap);
  const size_t bytes = s->width * sizeof *vector, mask = s->cap - 1;
  size_t i = hash_bytes(vector, bytes) & mask;
  while (s->slots[i] && memcmp(states_at(s, s->slots[i] - 1), vector, bytes))
    i = (i + 1) & mask;
  return i;
}

static void rehash(struct states *s) {
  free(s->slots);
  s->cap = s->cap ? s->cap * 2 : FIRST_CAP;
  s->slots = alloc_zero(s->cap, sizeof *s->slots);
  for (uint32_t id = 0; id < s->count; id++)
    s->slots[slot_of(s, states_at(s, id))] = id + 1;
}

uint32_t states_add(struct states *s, const uint32_t *vector, bool *added) {
  EXPECTS(vector && added);
  EXPECTS(vector);
  if (((size_t)s->count + 1) * 3 > s->cap * 2)
    rehash(s);
  const size_t slot = slot_of(s, vector);
  *added = !s->slots[slot];
  if (!*added)
    return s->slots[slot] - 1;
  if (s->count == s->room) {
    const uint32_t room = s->room ? s->room * 2 : FIRST_CAP;
    s->at = alloc_resize(s->at, (size_t)room * s->width, sizeof *s->at);
    s->room = room;
  }
  memcpy(s->at + (size_t)s->count * s->width, vector,
         s->width * sizeof *vector);
  s->slots[slot] = ++s->count;
  return s->count - 1;
}

uint32_t states_find(const struct states *s, const uint32_t *vector) {
  EXPECTS(vector != NULL);
  return s->cap ? s->slots[slot_of(s, vector)] - 1 : STATES_NONE;
}

size_t states_bytes(const struct states *s) {
  return (size_t)s->room * s->width * 4 + s->cap * 4;
}

void states_clear(struct states *s) {
  s->count = 0;
  if (s->cap)
    memset(s->slots, 0, s->cap * sizeof *s->slots);
}

void states_free(struct states *s) {
  free(s->at);
  free(s->slots);
  *s = (struct states){.width = s->width};
}
