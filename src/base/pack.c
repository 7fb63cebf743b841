#include "base/pack.h"
#include "base/sound.h"

#include <string.h>

void pack_uint(struct text *out, uint64_t n) {
  char bytes[10];
  size_t len = 0;
  for (; n >= 128; n >>= 7)
    bytes[len++] = (char)(n | 128);
  bytes[len++] = (char)n;
  text_add_n(out, bytes, len);
}

void pack_bytes(struct text *out, const void *at, size_t size) {
  EXPECTS(at || !size);
  if (size)
    text_add_n(out, at, size);
}

static uint64_t fail(struct unpack *u) {
  u->bad = true;
  u->at = u->end;
  return 0;
}

uint64_t unpack_uint(struct unpack *u, uint64_t most) {
  EXPECTS(u->at <= u->end);
  uint64_t n = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    if (u->at == u->end)
      return fail(u);
    unsigned byte = *u->at++;
    n |= (uint64_t)(byte & 127) << shift;
    if (byte < 128)
      return n <= most ? n : fail(u);
  }
  return fail(u);
}

const void *unpack_bytes(struct unpack *u, size_t size) {
  EXPECTS(u->at <= u->end);
  if ((size_t)(u->end - u->at) < size)
    return fail(u), NULL;
  const void *at = u->at;
  u->at += size;
  return at;
}

bool unpack_into(struct unpack *u, void *to, size_t count, size_t size) {
  EXPECTS(to || !count);
  EXPECTS(!size || count <= SIZE_MAX / size);
  const void *from = unpack_bytes(u, count * size);
  if (from && count)
    memcpy(to, from, count * size);
  return from != NULL;
}
