#include "dd/steps.h"

#include "base/alloc.h"
#include "dd/steps_inside.h"

struct dd_steps *dd_steps_open(unsigned levels) {
  struct dd_steps *s = alloc_zero(1, sizeof *s);
  s->levels = levels;
  s->roots = alloc_zero(levels + 1, sizeof *s->roots);
  vec_push(&s->nodes, ((struct steps_node){0}));
  return s;
}

void dd_steps_close(struct dd_steps *s) {
  if (!s)
    return;
  vec_each(&s->nodes, n) {
    vec_each(&n->rows, row) vec_free(&row->at);
    vec_free(&n->rows);
  }
  vec_free(&s->nodes);
  free(s->roots);
  free(s);
}

uint64_t dd_steps_count(const struct dd_steps *s) {
  return s->count;
}

static uint32_t new_node(struct dd_steps *s, unsigned level) {
  vec_push(&s->nodes, ((struct steps_node){.level = level}));
  return (uint32_t)s->nodes.len - 1;
}

/* The node that goes on at `next` (0: none does) behind this arrow, which is
 * made if it is not there. */
static uint32_t follow(struct dd_steps *s, uint32_t node, uint32_t from,
                       uint32_t to, unsigned next, bool *added) {
  if (from >= s->nodes.at[node].rows.len)
    vec_resize(&s->nodes.at[node].rows, from + 1);
  vec_each(&s->nodes.at[node].rows.at[from].at, a) {
    if (a->to == to && s->nodes.at[a->down].level == next)
      return a->down;
  }
  *added = true;
  const uint32_t down = next ? new_node(s, next) : 0;
  vec_push(&s->nodes.at[node].rows.at[from].at,
           ((struct steps_arrow){to, down}));
  return down;
}

bool dd_steps_add(struct dd_steps *s, const unsigned *levels,
                  const uint32_t *from, const uint32_t *to, unsigned count) {
  bool added = false;
  EXPECTS(count && levels[0] <= s->levels);
  if (!s->roots[levels[0]])
    s->roots[levels[0]] = new_node(s, levels[0]);
  uint32_t node = s->roots[levels[0]];
  for (unsigned i = 0; i < count; i++) {
    EXPECTS(!i || levels[i] < levels[i - 1]);
    node = follow(s, node, from[i], to[i], i + 1 < count ? levels[i + 1] : 0,
                  &added);
  }
  s->count += added;
  return added;
}

/* --- backwards ------------------------------------------------------------ */

struct inverting {
  const struct dd_steps *s;
  struct dd_steps *out;
  VEC(unsigned) levels;
  VEC(uint32_t) from, to;
};

static void invert(struct inverting *v, uint32_t node) {
  if (!node) {
    dd_steps_add(v->out, v->levels.at, v->to.at, v->from.at,
                 (unsigned)v->levels.len);
    return;
  }
  const struct steps_node *n = &v->s->nodes.at[node];
  vec_push(&v->levels, n->level);
  for (uint32_t i = 0; i < n->rows.len; i++)
    vec_each(&n->rows.at[i].at, a) {
      vec_push(&v->from, i);
      vec_push(&v->to, a->to);
      invert(v, a->down);
      v->from.len--;
      v->to.len--;
    }
  v->levels.len--;
}

struct dd_steps *dd_steps_inverse(const struct dd_steps *s) {
  struct inverting v = {.s = s, .out = dd_steps_open(s->levels)};
  for (unsigned l = 1; l <= s->levels; l++)
    if (s->roots[l])
      invert(&v, s->roots[l]);
  vec_free(&v.levels);
  vec_free(&v.from);
  vec_free(&v.to);
  return v.out;
}

/* --- one tuple ------------------------------------------------------------ */

static bool each_of(const struct dd_steps *s, uint32_t node, uint32_t *values,
                    bool (*each)(void *user, const uint32_t *values),
                    void *user) {
  if (!node)
    return each(user, values);
  const unsigned level = s->nodes.at[node].level;
  const uint32_t value = values[level - 1];
  const uint32_t len = steps_row_len(s, node, value);
  bool more = true;
  for (uint32_t i = 0; i < len && more; i++) {
    const struct steps_arrow a = steps_arrow_at(s, node, value, i);
    values[level - 1] = a.to;
    more = each_of(s, a.down, values, each, user);
    values[level - 1] = value;
  }
  return more;
}

bool dd_steps_each(const struct dd_steps *s, uint32_t *values,
                   bool (*each)(void *user, const uint32_t *values),
                   void *user) {
  for (unsigned l = 1; l <= s->levels; l++)
    if (s->roots[l] && !each_of(s, s->roots[l], values, each, user))
      return false;
  return true;
}
