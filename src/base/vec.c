#include "base/sound.h"
#include "base/vec.h"

#include <string.h>

#include "base/stress.h"

void *vec_grow(void *at, size_t *cap, size_t need, size_t elem_size) {
  EXPECTS(elem_size && need <= SIZE_MAX / elem_size);
  EXPECTS(at || !*cap);
  size_t wanted = STRESSED(need, *cap * 2 < 8 ? 8 : *cap * 2);
  if (wanted < need)
    wanted = need;
  at = alloc_resize(at, wanted, elem_size);
  *cap = wanted;
  return at;
}

void *vec_sized(void *at, size_t *len, size_t *cap, size_t len_wanted,
                size_t elem_size) {
  EXPECTS(*len <= *cap);
  if (len_wanted > *cap)
    at = vec_grow(at, cap, len_wanted, elem_size);
  if (len_wanted > *len)
    memset((char *)at + *len * elem_size, 0, (len_wanted - *len) * elem_size);
  *len = len_wanted;
  return at;
}
