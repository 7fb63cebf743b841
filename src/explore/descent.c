#include "explore/descent.h"

#include <string.h>

#include "base/alloc.h"
#include "base/sound.h"
#include "base/stress.h"
#include "explore/archive.h"

enum {
  MARK_EVERY = STRESSED(4, 64),
  TRIPLE = 3,
  MORE = 8,          /* of a nibble: it is not the last */
  NONE_YET = 2,      /* nibbles without a turn, before triples are counted */
  TURN_NIBBLES = 16, /* for one turn, at most */
};

/* Where a state comes: its first new successor, and its nibbles. */
struct descent_mark {
  uint32_t first, byte;
};

void descent_close(struct descent *d) {
  pages_free(&d->steps);
  pages_free(&d->marks);
}

uint64_t descent_bytes(const struct descent *d) {
  return d->len / 2 + d->told / MARK_EVERY * sizeof(struct descent_mark);
}

bool descent_reserve(struct descent *d, size_t states, size_t fresh) {
  EXPECTS(states >= d->told);
  d->steps.small = true;
  size_t bytes = (size_t)d->len / 2 + (states - d->told) * 2 +
                 fresh * (TURN_NIBBLES / 2) + 8;
  return bytes < UINT32_MAX && pages_reserve(&d->steps, bytes) &&
         pages_reserve(&d->marks,
                       (states / MARK_EVERY + 1) * sizeof(struct descent_mark));
}

/* --- nibbles -------------------------------------------------------------- */

static void put(struct descent *d, unsigned nibble) {
  uint8_t *two = (uint8_t *)d->steps.at + d->len / 2;
  *two = (uint8_t)(d->len++ % 2 ? *two | nibble << 4 : nibble);
}

static unsigned get(const struct descent *d, uint64_t *at) {
  EXPECTS(*at < d->len);
  unsigned two = ((const uint8_t *)d->steps.at)[*at / 2];
  return two >> (*at)++ % 2 * 4 & 15;
}

static void put_number(struct descent *d, uint32_t n) {
  for (; n >= MORE; n >>= TRIPLE)
    put(d, (n & (MORE - 1)) | MORE);
  put(d, n);
}

static uint32_t get_number(const struct descent *d, uint64_t *at) {
  uint32_t n = 0;
  unsigned nibble, shift = 0;
  do {
    nibble = get(d, at);
    n |= (uint32_t)(nibble & (MORE - 1)) << shift;
    shift += TRIPLE;
  } while (nibble & MORE);
  return n;
}

/* --- states --------------------------------------------------------------- */

void descent_tell(struct descent *d, state_id first, const uint32_t *turns,
                  uint32_t count) {
  EXPECTS(d->len / 2 + 2 + count * (TURN_NIBBLES / 2) <= d->steps.bytes);
  if (d->told % MARK_EVERY == 0) {
    d->len += d->len % 2;
    ((struct descent_mark *)d->marks.at)[d->told / MARK_EVERY] =
        (struct descent_mark){first, (uint32_t)(d->len / 2)};
  }
  d->told++;
  uint32_t next = 0, i = 0;
  unsigned none = 0, nibble;
  do {
    nibble = 0;
    for (; i < count && turns[i] - next < TRIPLE; i++)
      nibble |= 1u << (turns[i] - next);
    nibble |= i < count ? MORE : 0;
    next += TRIPLE;
    put(d, nibble);
    none = nibble == MORE ? none + 1 : 0;
    if (none == NONE_YET) {
      uint32_t left_out = (turns[i] - next) / TRIPLE;
      put_number(d, left_out);
      next += left_out * TRIPLE;
      none = 0;
    }
  } while (nibble & MORE);
}

/* The new successors of the state whose nibbles are here; if there are more
 * than `which`, the turn of that one. */
static uint32_t read_state(const struct descent *d, uint64_t *at,
                           uint32_t which, uint32_t *turn) {
  uint32_t count = 0, next = 0;
  unsigned none = 0, nibble;
  do {
    nibble = get(d, at);
    for (unsigned i = 0; i < TRIPLE; i++)
      if (nibble >> i & 1 && count++ == which)
        *turn = next + i;
    next += TRIPLE;
    none = nibble == MORE ? none + 1 : 0;
    if (none == NONE_YET) {
      next += get_number(d, at) * TRIPLE;
      none = 0;
    }
  } while (nibble & MORE);
  return count;
}

state_id descent_parent(const struct descent *d, state_id state,
                        uint32_t *turn) {
  EXPECTS(d->told);
  /* The last mark whose successors begin at or before it. */
  const struct descent_mark *marks = d->marks.at;
  size_t lo = 0, hi = (d->told - 1) / MARK_EVERY + 1;
  while (hi - lo > 1) {
    size_t middle = lo + (hi - lo) / 2;
    if (marks[middle].first <= state)
      lo = middle;
    else
      hi = middle;
  }
  state_id parent = (state_id)(lo * MARK_EVERY), next = marks[lo].first;
  uint64_t at = 2 * (uint64_t)marks[lo].byte;
  for (;; parent++) {
    uint32_t count = read_state(d, &at, state - next, turn);
    if (state - next < count)
      return parent;
    next += count;
    if ((parent + 1) % MARK_EVERY == 0)
      at += at % 2;
  }
}

void descent_archive(struct descent *d, struct archive *a) {
  uint64_t told = d->told, odd = d->len % 2;
  archive_number(a, &told);
  archive_number(a, &odd);
  size_t bytes = archive_count(a, (size_t)(d->len + 1) / 2, 1);
  if (a->loading) {
    d->told = (state_id)told;
    d->len = 2 * bytes - (odd && bytes ? 1 : 0);
    if (!pages_reserve(&d->steps, bytes + 1))
      a->failed = true;
  }
  if (a->failed)
    return;
  archive_bytes(a, d->steps.at, bytes);
  archive_bytes(a, d->marks.at,
                ((size_t)told + MARK_EVERY - 1) / MARK_EVERY *
                    sizeof(struct descent_mark));
}
