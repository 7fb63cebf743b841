/* pack: numbers and bytes into a file, and out of it again.
 *
 *     pack_uint(&out, n);                       7 bits a byte, low first
 *     pack_bytes(&out, at, size);
 *
 *     struct unpack u = {from, from + len};
 *     uint64_t n = unpack_uint(&u, most);       0 when there is none
 *     const void *at = unpack_bytes(&u, size);  NULL when there is none
 *     if (u.bad) ...
 *
 * Whoever reads need not check each item: what does not fit sets `bad` and
 * gives zero, and everything after it as well.  Bytes are as the machine has
 * them: packed things do not travel to another kind of machine. */
#ifndef BASE_PACK_H
#define BASE_PACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
#include "base/vec.h"

void pack_uint(struct text *out, uint64_t n);
void pack_bytes(struct text *out, const void *at, size_t size);

struct unpack {
  const unsigned char *at, *end;
  bool bad;
};

/* A number of at most `most`. */
uint64_t unpack_uint(struct unpack *u, uint64_t most);
/* Dies with what is read from. */
const void *unpack_bytes(struct unpack *u, size_t size);
/* An array of `count` things of `size` bytes, copied into `to`, which has
 * room; false when there are not so many. */
bool unpack_into(struct unpack *u, void *to, size_t count, size_t size);
/* Of things that take at least a byte each: no more than are left. */
static inline uint32_t unpack_count(struct unpack *u) {
  return (uint32_t)unpack_uint(u, (size_t)(u->end - u->at) < UINT32_MAX
                                      ? (size_t)(u->end - u->at)
                                      : UINT32_MAX);
}

/* A VEC of plain things as a whole. */
#define pack_vec(out, v)                                                       \
  (pack_uint(out, (v)->len),                                                   \
   pack_bytes(out, (v)->at, (v)->len * sizeof *(v)->at))
#define unpack_vec(u, v)                                                       \
  do {                                                                         \
    uint32_t unpack_len_ = unpack_count(u);                                    \
    if ((size_t)((u)->end - (u)->at) / sizeof *(v)->at < unpack_len_)          \
      (u)->bad = true;                                                         \
    else {                                                                     \
      vec_resize(v, unpack_len_);                                              \
      unpack_into(u, (v)->at, unpack_len_, sizeof *(v)->at);                   \
    }                                                                          \
  } while (0)

#endif
