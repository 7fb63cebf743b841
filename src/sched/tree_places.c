/* The places of turns that are one step, as nodes have them. */
#include "base/sound.h"
#include "sched/tree.h"

static bool same_places(const struct turn_place *a,
                        const struct turn_place *b) {
  EXPECTS(a && b);
  if (a->left != b->left)
    return false;
  for (uint32_t i = 0; i <= a->left; i++)
    if (a[i].object != b[i].object || a[i].size != b[i].size)
      return false;
  return true;
}

/* There are few lists: each is there once. */
uint32_t tree_places(struct tree *t, const struct turn_place *p) {
  EXPECTS(p);
  struct turn_place none = {0};
  if (!t->places.len)
    vec_push(&t->places, none);
  uint32_t i = 1;
  for (; i < t->places.len; i += t->places.at[i].left + 1)
    if (same_places(&t->places.at[i], p))
      return i;
  for (uint32_t k = 0, left = p->left; k <= left; k++)
    vec_push(&t->places, p[k]);
  return i;
}
