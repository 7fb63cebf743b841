/* states: a set of vectors of one width, numbered 0, 1, 2 ... as they come.
 * Open addressing over ids; the vectors lie one after the other. */
#ifndef NET_STATES_H
#define NET_STATES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/sound.h"

struct states {
  uint32_t width;
  uint32_t *at; /* count * width */
  uint32_t count, room;
  uint32_t *slots; /* id + 1, or 0 */
  size_t cap;      /* zero or a power of two */
};

#define STATES_NONE UINT32_MAX

/* Its number, added when it is new; *added says so. */
uint32_t states_add(struct states *s, const uint32_t *vector, bool *added);
uint32_t states_find(const struct states *s, const uint32_t *vector);
static inline const uint32_t *states_at(const struct states *s, uint32_t id) {
  EXPECTS(id < s->count);
  return s->at + (size_t)id * s->width;
}
size_t states_bytes(const struct states *s);
void states_clear(struct states *s);
void states_free(struct states *s);

#endif
