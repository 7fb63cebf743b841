#include "base/alloc.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static void *checked(void *at, size_t count, size_t size) {
  if (at || !count || !size)
    return at;
  fprintf(stderr, "heddle: out of memory (%zu x %zu bytes)\n", count, size);
  abort();
}

void *alloc_zero(size_t count, size_t size) {
  return checked(calloc(count ? count : 1, size), count, size);
}

void *alloc_apart(size_t count, size_t size) {
  assert(size % ALLOC_APART == 0);
  size_t bytes = (count ? count : 1) * size;
  void *at = checked(aligned_alloc(ALLOC_APART, bytes), count, size);
  return memset(at, 0, bytes);
}

void *alloc_resize(void *at, size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes))
    return checked(NULL, count, size);
  return checked(realloc(at, bytes ? bytes : 1), count, size);
}
