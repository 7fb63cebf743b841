/* arena: memory that dies together.
 *
 * One arena per lifetime (a model, a run, a query), never one per object.
 * Memory comes back zeroed and is never freed singly; arena_release returns
 * to a mark, arena_free ends it.  All-zero is the empty arena.
 *
 * What an arena holds may own memory elsewhere: arena_at_end says how it is
 * given back. */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stdarg.h>
#include <stddef.h>

struct arena {
  struct arena_block *block;
  size_t used; /* bytes used of the newest block */
  struct arena_end *ends;
};
struct arena_mark {
  struct arena_block *block;
  size_t used;
};

void *arena_alloc(struct arena *a, size_t size, size_t align);
struct arena_mark arena_mark(const struct arena *a);
void arena_release(struct arena *a, struct arena_mark to);
void arena_free(struct arena *a);
/* arena_free calls end(what) before anything else, what came last first. */
void arena_at_end(struct arena *a, void (*end)(void *), void *what);

/* Copies that live in the arena; all strings end in NUL. */
void *arena_copy(struct arena *a, const void *from, size_t size);
char *arena_string(struct arena *a, const char *from, size_t len);
char *arena_printf(struct arena *a, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

#define arena_new(a, T) ((T *)arena_alloc((a), sizeof(T), _Alignof(T)))
#define arena_array(a, T, n) \
  ((T *)arena_alloc((a), (n) * sizeof(T), _Alignof(T)))

#endif
