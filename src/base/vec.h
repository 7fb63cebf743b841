/* vec: a growing array of one type.
 *
 *     VEC(edge_id) enabled = {0};
 *     vec_push(&enabled, e);
 *     vec_each(&enabled, e) fire(*e);
 *     vec_free(&enabled);
 *
 * All-zero is the empty vec.  Pointers into it die at the next push: keep
 * indices.  The first argument may be evaluated more than once.  Memory
 * added by vec_resize is zeroed.  Out of memory ends the process (see
 * alloc.h); tables that are expected to grow without bound do not live in a
 * vec, they report a limit instead. */
#ifndef BASE_VEC_H
#define BASE_VEC_H

#include <assert.h>
#include <stddef.h>

#include "base/alloc.h"

#define VEC(T)       \
  struct {           \
    T *at;           \
    size_t len, cap; \
  }

#define vec_push(v, x)                                                     \
  ((v)->len == (v)->cap                                                    \
       ? (void)((v)->at =                                                  \
                    vec_grow((v)->at, &(v)->cap, (v)->len + 1,             \
                             sizeof *(v)->at))                             \
       : (void)0,                                                          \
   (void)((v)->at[(v)->len++] = (x)))
#define vec_pop(v) (assert((v)->len), (v)->at[--(v)->len])
#define vec_last(v) (assert((v)->len), &(v)->at[(v)->len - 1])
#define vec_each(v, p)                                                \
  for (__typeof__(*(v)->at) *p = (v)->at, *p##_end_ = p + (v)->len;   \
       p < p##_end_; p++)
/* Room for at least n elements in all; len unchanged. */
#define vec_reserve(v, n)                                               \
  ((void)((n) > (v)->cap ? ((v)->at = vec_grow((v)->at, &(v)->cap, (n), \
                                               sizeof *(v)->at))        \
                         : (v)->at))
/* Sets len to n; elements that appear are zero. */
#define vec_resize(v, n)                                                   \
  ((void)((v)->at = vec_sized((v)->at, &(v)->len, &(v)->cap, (n),          \
                              sizeof *(v)->at)))
#define vec_clear(v) ((void)((v)->len = 0))
#define vec_free(v) \
  (free((v)->at), (v)->at = NULL, (void)((v)->len = (v)->cap = 0))

/* The array with room for `need` elements; *cap is updated. */
void *vec_grow(void *at, size_t *cap, size_t need, size_t elem_size);
void *vec_sized(void *at, size_t *len, size_t *cap, size_t len_wanted,
                size_t elem_size);

#endif
