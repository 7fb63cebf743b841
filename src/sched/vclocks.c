#include "sched/vclocks.h"

#include <stdlib.h>
#include <string.h>

#include "base/sound.h"

void vclocks_free(struct vclocks *c) {
  vec_free(&c->few);
  vec_free(&c->many);
  vec_free(&c->trees);
  vec_free(&c->leaves);
}

void vclocks_begin(struct vclocks *c, unsigned threads, size_t count) {
  EXPECTS(threads <= THREADS_MAX && threads <= count);
  c->threads =
      (threads + VCLOCKS_AT_ONCE - 1) / VCLOCKS_AT_ONCE * VCLOCKS_AT_ONCE;
  c->wide = threads > VCLOCKS_FEW;
  vec_clear(&c->few);
  if (c->wide)
    vclocks_wide_begin(c, count);
  else
    vec_resize(&c->few, count * c->threads);
}

static bool is_clock(const struct vclocks *c, uint32_t k) {
  return k < (c->wide ? c->many.len : c->few.len / c->threads);
}

uint32_t vclocks_new(struct vclocks *c) {
  EXPECTS(c->threads);
  if (c->wide) {
    struct vclocks_wide w = {.name = ++c->names};
    vec_push(&c->many, w);
    return (uint32_t)c->many.len - 1;
  }
  vec_resize(&c->few, c->few.len + c->threads);
  return (uint32_t)(c->few.len / c->threads) - 1;
}

uint32_t vclocks_like(struct vclocks *c, uint32_t like) {
  uint32_t k = vclocks_new(c);
  vclocks_copy(c, k, like);
  return k;
}

void vclocks_copy(struct vclocks *c, uint32_t into, uint32_t from) {
  EXPECTS(is_clock(c, into) && is_clock(c, from));
  if (!c->wide) {
    memcpy(vclocks_few(c, into), vclocks_few(c, from),
           c->threads * sizeof *c->few.at);
    return;
  }
  c->many.at[into] = c->many.at[from];
  c->many.at[into].name = ++c->names; /* it may be less than it was */
}

void vclocks_clear(struct vclocks *c, uint32_t k) {
  EXPECTS(is_clock(c, k));
  if (c->wide)
    c->many.at[k] = (struct vclocks_wide){.name = ++c->names};
  else
    memset(vclocks_few(c, k), 0, c->threads * sizeof *c->few.at);
}
