/* map: from 64-bit keys to 64-bit values, and from strings to small ids.
 *
 *     struct map m = {0};
 *     map_put(&m, key, value);
 *     uint64_t *v = map_get(&m, key);     NULL when absent
 *     map_free(&m);
 *
 *     struct names n = {0};
 *     uint32_t id = names_add(&n, "alpha", 5);    0, 1, 2 ... in order
 *     names_find(&n, "beta", 4)                   NAMES_NONE when absent
 *
 * All-zero is empty.  Iteration goes over names by id; a map is not
 * iterated, so no result can depend on its order. */
#ifndef BASE_MAP_H
#define BASE_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/vec.h"

struct map_slot {
  uint64_t key, value;
};
struct map {
  struct map_slot *slots;
  unsigned char *used;
  size_t len, cap; /* cap is zero or a power of two */
  size_t recent;   /* the slot that map_at gave last: often asked for again */
};

uint64_t *map_get(const struct map *m, uint64_t key);
/* The value's place, made with value 0 when absent; *added says which. */
uint64_t *map_look(struct map *m, uint64_t key, bool *added); /* anywhere */
static inline uint64_t *map_at(struct map *m, uint64_t key, bool *added) {
  size_t recent = m->recent;
  if (recent >= m->cap || !m->used[recent] || m->slots[recent].key != key)
    return map_look(m, key, added);
  *added = false;
  return &m->slots[recent].value;
}
void map_put(struct map *m, uint64_t key, uint64_t value);
void map_clear(struct map *m);
/* The same once more; what was in *to is lost. */
void map_copy(struct map *to, const struct map *from);
void map_free(struct map *m);

#define NAMES_NONE UINT32_MAX

struct names {
  VEC(const char *) at; /* by id, NUL-terminated, owned */
  uint32_t *slots;      /* id + 1, or 0 */
  size_t cap;
  struct arena arena;
};

uint32_t names_add(struct names *n, const char *s, size_t len);
uint32_t names_find(const struct names *n, const char *s, size_t len);
void names_free(struct names *n);

#endif
