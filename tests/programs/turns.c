#include "turns.h"

#include <string.h>

#include "base/hash.h"
#include "base/vec.h"

/* Everything a state has; compared and hashed as bytes. */
struct state {
  uint64_t log[TURNING_THREADS];
  uint8_t op[TURNING_THREADS], phase[TURNING_THREADS];
  uint8_t a[TURNING_THREADS], b[TURNING_THREADS]; /* registers */
  uint8_t x[2], flag[2], owner[2], writer[2], readers[2], token[2], gate[2];
  uint8_t pad[5];
};

struct edge {
  uint32_t from, to;
};

struct graph {
  const struct turning *program;
  VEC(struct state) states;
  VEC(struct edge) edges;
  struct map seen; /* hash -> index */
};

static void done(struct state *s, unsigned t, unsigned tells) {
  s->log[t] = s->log[t] * TURNING_BASE + tells % TURNING_BASE;
  s->op[t]++;
  s->phase[t] = s->a[t] = s->b[t] = 0;
}

static void again(struct state *s, unsigned t) {
  s->phase[t] = s->a[t] = s->b[t] = 0;
}

/* --- one step of an operation; false: it has to wait --------------------- */

static bool step_value(struct state *s, unsigned t, unsigned code,
                       unsigned k) {
  unsigned v = s->x[k], other = s->x[1 - k];
  switch (code) {
  case TURN_READ:
    done(s, t, v);
    break;
  case TURN_ONE:
  case TURN_TWO:
  case TURN_ZERO:
    s->x[k] = code == TURN_ONE ? 1 : code == TURN_TWO ? 2 : 0;
    done(s, t, 0);
    break;
  case TURN_SWAP:
    s->x[k] = 2;
    done(s, t, v);
    break;
  case TURN_RAISE:
    if (!s->phase[t]) {
      s->a[t] = (uint8_t)v;
      s->phase[t] = 1;
    } else if (s->a[t] == v) {
      s->x[k]++;
      done(s, t, v);
    } else {
      again(s, t);
    }
    break;
  case TURN_IS_ONE:
  case TURN_IS_TWO:
    if (v == (code == TURN_ONE || code == TURN_IS_ONE ? 1 : 2))
      done(s, t, 0);
    break;
  case TURN_SET:
    if (v)
      done(s, t, v);
    break;
  case TURN_ANY:
    if (s->phase[t] ? other : v)
      done(s, t, 0);
    else
      s->phase[t] = !s->phase[t];
    break;
  case TURN_BOTH:
    if (!s->phase[t])
      s->phase[t] = v != 0;
    else if (other)
      done(s, t, 0);
    else
      again(s, t);
    break;
  }
  return true;
}

static bool step_pair(struct state *s, unsigned t, unsigned code, unsigned k) {
  unsigned v = s->x[k], other = s->x[1 - k];
  if (s->phase[t] == 0) {
    s->a[t] = (uint8_t)v;
    s->phase[t] = 1;
  } else if (code == TURN_SAME) {
    if (s->a[t] == other)
      done(s, t, other);
    else
      again(s, t);
  } else if (s->phase[t] == 1) {
    s->b[t] = (uint8_t)other;
    s->phase[t] = 2;
  } else if (s->a[t] == v) {
    done(s, t, v + 2u * s->b[t]);
  } else {
    again(s, t);
  }
  return true;
}

static bool step_flag(struct state *s, unsigned t, unsigned code, unsigned k) {
  if (code == TURN_DROP) {
    s->flag[k] = 0;
    done(s, t, 0);
  } else if (s->flag[k]) {
    again(s, t);
  } else if (code == TURN_TRY_TAKE && !s->phase[t]) {
    s->phase[t] = 1;
  } else {
    s->flag[k] = 1;
    done(s, t, 0);
  }
  return true;
}

/* The second and third step of a poll: look, and give back. */
static void look(struct state *s, unsigned t, unsigned k, uint8_t *back,
                 int change) {
  if (s->phase[t] == 1) {
    s->a[t] = s->x[k];
    s->phase[t] = 2;
    return;
  }
  *back = (uint8_t)(*back + change);
  if (s->a[t])
    done(s, t, 0);
  else
    again(s, t);
}

static bool step_mutex(struct state *s, unsigned t, unsigned code,
                       unsigned k) {
  if (code == TURN_UNLOCK) {
    s->owner[k] = 0;
    done(s, t, 0);
  } else if (s->phase[t] && (code == TURN_POLL || code == TURN_POLL_TRY)) {
    look(s, t, k, &s->owner[k], s->phase[t] == 2 ? -(int)(t + 1) : 0);
  } else if (s->phase[t]) { /* TRY, SPIN: give back */
    s->owner[k] = 0;
    done(s, t, 0);
  } else if (s->owner[k]) {
    if (code == TURN_TRY)
      done(s, t, 1);
    return code != TURN_LOCK && code != TURN_POLL;
  } else {
    s->owner[k] = (uint8_t)(t + 1);
    s->phase[t] = 1;
    if (code == TURN_LOCK)
      done(s, t, 0);
  }
  return true;
}

static bool step_rwlock(struct state *s, unsigned t, unsigned code,
                        unsigned k) {
  bool writes = code == TURN_WR_POLL || code == TURN_TRY_WR;
  uint8_t *mine = writes ? &s->writer[k] : &s->readers[k];
  bool polls = code == TURN_RD_POLL || code == TURN_WR_POLL;
  if (s->phase[t] && polls) {
    look(s, t, k, mine, -1);
  } else if (s->phase[t]) {
    --*mine;
    done(s, t, 0);
  } else if (s->writer[k] || (writes && s->readers[k])) {
    if (!polls)
      done(s, t, 1);
    return !polls;
  } else {
    ++*mine;
    s->phase[t] = 1;
  }
  return true;
}

static bool step_semaphore(struct state *s, unsigned t, unsigned code,
                           unsigned k) {
  switch (code) {
  case TURN_SEM_VALUE:
    done(s, t, s->token[k]);
    return true;
  case TURN_V:
    s->gate[k]++;
    done(s, t, 0);
    return true;
  case TURN_SPIN_P:
    if (!s->gate[k]) {
      s->a[t] = 1;
    } else {
      s->gate[k]--;
      done(s, t, s->a[t]);
    }
    return true;
  }
  if (s->phase[t] && code == TURN_SEM_POLL) {
    look(s, t, k, &s->token[k], 1);
  } else if (s->phase[t]) {
    s->token[k]++;
    done(s, t, 0);
  } else if (!s->token[k]) {
    if (code == TURN_SEM_TRY)
      done(s, t, 1);
    return code == TURN_SEM_TRY;
  } else {
    s->token[k]--;
    s->phase[t] = 1;
  }
  return true;
}

/* What it slept: not, once, more than that. */
static bool step_nap(struct state *s, unsigned t, unsigned k) {
  if (s->x[k])
    done(s, t, s->a[t]);
  else if (s->a[t] < 2)
    s->a[t]++;
  return true;
}

static bool step(const struct turning *p, struct state *s, unsigned t) {
  unsigned code = p->ops[t][s->op[t]].code, k = p->ops[t][s->op[t]].object;
  return code == TURN_END        ? false
         : code == TURN_NAP      ? step_nap(s, t, k)
         : code <= TURN_BOTH     ? step_value(s, t, code, k)
         : code <= TURN_STEADY   ? step_pair(s, t, code, k)
         : code <= TURN_DROP     ? step_flag(s, t, code, k)
         : code <= TURN_POLL_TRY ? step_mutex(s, t, code, k)
         : code <= TURN_TRY_RD   ? step_rwlock(s, t, code, k)
                                 : step_semaphore(s, t, code, k);
}

/* --- all states ---------------------------------------------------------- */

static uint32_t number(struct graph *g, const struct state *s) {
  bool added;
  uint64_t *at = map_at(&g->seen, hash_bytes(s, sizeof *s), &added);
  if (added) {
    *at = g->states.len;
    vec_push(&g->states, *s);
  }
  return (uint32_t)*at;
}

static bool ended(const struct graph *g, const struct state *s) {
  for (unsigned t = 0; t < g->program->threads; t++)
    if (g->program->ops[t][s->op[t]].code != TURN_END)
      return false;
  return true;
}

static bool explore(struct graph *g, size_t limit) {
  struct state first;
  memset(&first, 0, sizeof first);
  first.token[0] = first.token[1] = 1;
  for (unsigned t = 0; t < g->program->threads; t++)
    first.log[t] = 1;
  number(g, &first);
  for (uint32_t i = 0; i < g->states.len && g->states.len <= limit; i++)
    for (unsigned t = 0; t < g->program->threads; t++) {
      struct state next = g->states.at[i];
      if (!step(g->program, &next, t))
        continue;
      struct edge e = {i, number(g, &next)};
      vec_push(&g->edges, e);
    }
  return g->states.len <= limit;
}

/* Whether from some state no end is reached: back from the ends, as often as
 * that marks something new. */
static bool stuck(const struct graph *g) {
  VEC(bool) ends = {0};
  vec_resize(&ends, g->states.len);
  size_t marked = 0;
  for (uint32_t i = 0; i < g->states.len; i++)
    marked += ends.at[i] = ended(g, &g->states.at[i]);
  for (size_t before = SIZE_MAX; before != marked;) {
    before = marked;
    for (size_t i = g->edges.len; i-- > 0;)
      if (ends.at[g->edges.at[i].to] && !ends.at[g->edges.at[i].from]) {
        ends.at[g->edges.at[i].from] = true;
        marked++;
      }
  }
  vec_free(&ends);
  return marked < g->states.len;
}

uint64_t turns_end(const uint64_t told[TURNING_THREADS]) {
  uint64_t h = 0;
  for (unsigned t = 0; t < TURNING_THREADS; t++)
    h = hash_pair(h, told[t]);
  return h;
}

bool turns_find(const struct turning *p, size_t limit, struct turns *out) {
  struct graph g = {.program = p};
  bool whole = explore(&g, limit);
  *out = (struct turns){0};
  if (whole)
    out->stuck = stuck(&g);
  vec_each(&g.states, s) {
    if (!whole || !ended(&g, s))
      continue;
    map_put(&out->ends, turns_end(s->log), 1);
    for (unsigned t = 0; t < p->threads; t++)
      map_put(&out->tells[t], s->log[t], 1);
  }
  vec_free(&g.states);
  vec_free(&g.edges);
  map_free(&g.seen);
  return whole;
}

void turns_free(struct turns *t) {
  map_free(&t->ends);
  for (unsigned i = 0; i < TURNING_THREADS; i++)
    map_free(&t->tells[i]);
}
