#include "base/arena.h"

#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/sound.h"
#include "base/stress.h"

struct arena_block {
  struct arena_block *older;
  size_t size;
  _Alignas(max_align_t) char bytes[];
};

enum { FIRST_BLOCK = STRESSED(64, 16 * 1024), LARGEST_BLOCK = 1 << 22 };

static void add_block(struct arena *a, size_t at_least) {
  EXPECTS(!a->block || a->used <= a->block->size);
  size_t size = a->block ? a->block->size * 2 : FIRST_BLOCK;
  if (size > LARGEST_BLOCK)
    size = LARGEST_BLOCK;
  if (STRESSED(1, 0))
    size = FIRST_BLOCK;
  if (size < at_least)
    size = at_least;
  struct arena_block *block =
      alloc_resize(NULL, 1, sizeof(struct arena_block) + size);
  block->older = a->block;
  block->size = size;
  a->block = block;
  a->used = 0;
}

void *arena_alloc(struct arena *a, size_t size, size_t align) {
  EXPECTS(!a->block || a->used <= a->block->size);
  assert(align && !(align & (align - 1)) && align <= _Alignof(max_align_t));
  size_t start = (a->used + align - 1) & ~(align - 1);
  if (!a->block || start > a->block->size || a->block->size - start < size) {
    add_block(a, size);
    start = 0;
  }
  a->used = start + size;
  return memset(a->block->bytes + start, 0, size);
}

struct arena_mark arena_mark(const struct arena *a) {
  return (struct arena_mark){a->block, a->used};
}

void arena_release(struct arena *a, struct arena_mark to) {
  EXPECTS(a->block || !to.block);
  EXPECTS(a->block != to.block || to.used <= a->used);
  while (a->block != to.block) {
    struct arena_block *older = a->block->older;
    free(a->block);
    a->block = older;
  }
  a->used = to.used;
}

struct arena_end {
  struct arena_end *older;
  void (*end)(void *);
  void *what;
};

void arena_at_end(struct arena *a, void (*end)(void *), void *what) {
  struct arena_end *e = arena_new(a, struct arena_end);
  *e = (struct arena_end){a->ends, end, what};
  a->ends = e;
}

void arena_free(struct arena *a) {
  for (; a->ends; a->ends = a->ends->older)
    a->ends->end(a->ends->what);
  arena_release(a, (struct arena_mark){0});
}

void *arena_copy(struct arena *a, const void *from, size_t size) {
  EXPECTS(from || !size);
  void *to = arena_alloc(a, size, _Alignof(max_align_t));
  return size ? memcpy(to, from, size) : to;
}

char *arena_string(struct arena *a, const char *from, size_t len) {
  EXPECTS(from || !len);
  char *to = arena_alloc(a, len + 1, 1);
  if (len)
    memcpy(to, from, len);
  return to;
}

char *arena_printf(struct arena *a, const char *fmt, ...) {
  va_list args, again;
  va_start(args, fmt);
  va_copy(again, args);
  int len = vsnprintf(NULL, 0, fmt, args);
  va_end(args);
  assert(len >= 0);
  char *to = arena_alloc(a, (size_t)len + 1, 1);
  vsnprintf(to, (size_t)len + 1, fmt, again);
  va_end(again);
  return to;
}
