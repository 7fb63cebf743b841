/* Which events belong into one past, and in which order they can be taken. */
#include <string.h>

#include "base/sound.h"
#include "sched/sched.h"
#include "sched/unfold/unfold.h"

/* Of steps of different threads. */
static bool dependent(const struct unf_op *a, const struct unf_op *b) {
  if (a->kind >= OP_COUNT || b->kind >= OP_COUNT)
    return false;
  if ((a->reads_only || b->reads_only) && a->class_ == b->class_)
    return false;
  return unf_dependent(a, b);
}

/* Whether m is a signal, or a block with one, that chose the thread in its wait w. */
static bool wakes(const struct unfold *u, unf_id m, unsigned thread,
                  unf_id w) {
  EXPECTS(m < u->at.len && thread < THREADS_MAX && w < u->at.len);
  return unf_frees(u, m) >> thread & 1 &&
         unf_on_path(u, w, unf_past(u, m)[thread]);
}

bool unf_matters(const struct unfold *u, op_id op, unf_id up, unf_id event) {
  EXPECTS(op && op < u->ops.len);
  const struct unf_op *o = &u->ops.at[op], *p = unf_op_of(u, event);
  const struct unf_record *e = &u->at.at[event], *t = &u->at.at[up];
  if (e->thread == t->thread || e->flags & UNF_OVER || o->inside)
    return false;
  switch (o->kind) {
  case UNF_JOIN:
    return e->thread == o->object && e->flags & UNF_ENDED;
  case UNF_WOKEN:
    return wakes(u, event, t->thread, t->up);
  case UNF_PASS:
    return p->kind == OP_ARRIVE && p->object == o->object;
  case UNF_START:
  case OP_QUIT:
    return false;
  }
  if (p->reads_only && o->class_ == CLASS_ACCESS)
    return false;
  if (p->kind >= OP_COUNT)
    return false;
  return unf_dependent(o, p);
}

/* --- differences -------------------------------------------------------- */

struct side {
  uint64_t reads, writes; /* masks */
  size_t steps;
  bool global, looks; /* looks: contextual reads */
};

static void add_to(const struct unfold *u, struct side *s, unf_id e) {
  EXPECTS(e && e < u->at.len);
  const struct unf_op *o = unf_op_of(u, e);
  if (o->kind >= OP_COUNT)
    return;
  s->steps++;
  s->looks |= o->reads_only;
  if (o->class_ == CLASS_GLOBAL)
    s->global = true;
  if (o->loud)
    s->writes |= o->mask;
  else
    s->reads |= o->mask;
}

/* Pairwise, where the masks cannot tell. */
static bool steps_conflict(const struct unfold *u) {
  for (size_t i = 0; i < u->left.len; i++) {
    const struct unf_op *a = unf_op_of(u, u->left.at[i]);
    for (size_t k = 0; k < u->right.len; k++) {
      const struct unf_op *b = unf_op_of(u, u->right.at[k]);
      if (((a->mask & b->mask) || a->class_ == CLASS_GLOBAL ||
           b->class_ == CLASS_GLOBAL) &&
          dependent(a, b))
        return true;
    }
  }
  return false;
}

static bool conflict(const struct unfold *u, const struct side *a,
                     const struct side *b) {
  bool may = (a->global && b->steps) || (b->global && a->steps) ||
             a->writes & b->writes;
  may |= (a->writes & b->reads) || (b->writes & a->reads);
  return may && steps_conflict(u);
}

bool unf_gives_up(struct unfold *u, size_t work) {
  enum { ASKED = 1 << 15, SOON = 1 << 23 };
  const struct sched_options *o = u->options;
  uint64_t before = u->work / ASKED;
  u->work += work + 1;
  if (u->net) /* it looks between two events (foresee.c) */
    return false;
  if (u->stopped || u->work / ASKED == before || !o || !o->give_up)
    return u->stopped;
  if (!o->give_up(o->give_up_user))
    u->due = 0;
  else if (!u->due)
    u->due = u->work + SOON;
  u->stopped = u->due && u->work >= u->due;
  return u->stopped;
}

/* Whether the past has a write of what r read that r has not seen, so that r
 * must come before it.  *patience: events that may be looked at. */
static bool is_overtaken(const struct unfold *u, unf_id r, const uint32_t *past,
                         size_t *patience) {
  EXPECTS(r && r < u->at.len && patience);
  const struct unf_op *o = unf_op_of(u, r);
  const uint32_t *seen = unf_past(u, r);
  for (uint32_t t = 0; t < u->width; t++)
    for (unf_id e = past[t]; e > seen[t]; e = u->at.at[e].up) {
      const struct unf_op *p = unf_op_of(u, e);
      if (!*patience)
        return true;
      --*patience;
      if (p->class_ == CLASS_ACCESS && p->changes && p->mask & o->mask &&
          p->object < o->object + o->size && o->object < p->object + p->size)
        return true;
    }
  return false;
}

/* Each of two pasts can be sorted.  If what they have together cannot, there is
 * a circle through both differences, and it leaves each of them: causes do not
 * lead out of a difference, so by a read there that must come before a write
 * elsewhere.  Where there is no such read there is no circle.  Says yes when it
 * takes too long to find out. */
static bool some_is_overtaken(struct unfold *u, const uint32_t *events,
                              size_t count, const uint32_t *both) {
  EXPECTS(events || !count);
  enum { PATIENCE = 4096 };
  size_t patience = PATIENCE;
  bool some = false;
  for (size_t i = 0; i < count && !some; i++)
    some = unf_op_of(u, events[i])->reads_only &&
           is_overtaken(u, events[i], both, &patience);
  u->work += PATIENCE - patience;
  return some;
}

/* The events that only one of the two pasts has do not depend on each other:
 * whatever they have in common leaves every object in one state, and if the
 * one side changes it and the other uses it, neither happens before the other.
 * Threads are objects too.  Contextual: moreover the reads that must come
 * before writes do not go round in a circle (K 5.6). */
bool unf_together(struct unfold *u, const uint32_t *a, const uint32_t *b) {
  EXPECTS(a && b);
  struct side left = {0}, right = {0};
  for (uint32_t t = 0; t < u->width; t++)
    if (a[t] != b[t] && !unf_on_path(u, a[t] < b[t] ? a[t] : b[t],
                                     a[t] < b[t] ? b[t] : a[t]))
      return false;
  vec_clear(&u->left);
  vec_clear(&u->right);
  for (uint32_t t = 0; t < u->width; t++) {
    for (unf_id e = a[t]; e > b[t]; e = u->at.at[e].up) {
      vec_push(&u->left, e);
      add_to(u, &left, e);
    }
    for (unf_id e = b[t]; e > a[t]; e = u->at.at[e].up) {
      vec_push(&u->right, e);
      add_to(u, &right, e);
    }
  }
  if (unf_gives_up(u, left.steps + right.steps))
    return false;
  if (!left.steps || !right.steps)
    return true;
  if (conflict(u, &left, &right))
    return false;
  if (!u->contextual || !(left.looks || right.looks))
    return true;
  uint32_t both[THREADS_WORD + 4];
  memcpy(both, a, u->width * sizeof *both);
  unf_join(both, b, u->width);
  const uint32_t *lefts = u->left.at, *rights = u->right.at;
  if (!some_is_overtaken(u, lefts, u->left.len, both) ||
      !some_is_overtaken(u, rights, u->right.len, both))
    return true;
  return unf_sort(u, both);
}

/* --- order -------------------------------------------------------------- */

struct paths {
  uint32_t from[THREADS_WORD], to[THREADS_WORD]; /* in u->scratch, backwards */
};

static void lay_paths(struct unfold *u, const uint32_t *past,
                      struct paths *p) {
  vec_clear(&u->scratch);
  for (uint32_t t = 0; t < u->width; t++) {
    p->from[t] = (uint32_t)u->scratch.len;
    for (unf_id e = past[t]; e; e = u->at.at[e].up)
      vec_push(&u->scratch, e);
    p->to[t] = (uint32_t)u->scratch.len;
  }
}

/* Leaving the process, which is *quit then, comes last. */
static void take(struct unfold *u, unf_id e, unf_id *quit) {
  EXPECTS(e && e < u->at.len);
  unsigned kind = unf_op_of(u, e)->kind;
  if (kind >= OP_COUNT || kind == OP_BRANCH) /* which inputs decide */
    return;
  if (kind == OP_QUIT && !*quit)
    *quit = e;
  else
    vec_push(&u->order, e);
}

/* Numbers ascend along causes. */
static void sort_by_number(struct unfold *u, struct paths *p, unf_id *quit) {
  const uint32_t *path = u->scratch.at;
  uint32_t heads[THREADS_WORD];
  for (uint32_t t = 0; t < u->width; t++)
    heads[t] = p->to[t] > p->from[t] ? path[--p->to[t]] : UINT32_MAX;
  for (;;) {
    uint32_t best = UINT32_MAX, from = 0;
    for (uint32_t t = 0; t < u->width; t++)
      if (heads[t] < best) {
        best = heads[t];
        from = t;
      }
    if (best == UINT32_MAX)
      return;
    take(u, best, quit);
    while (u->at.at[best].flags & UNF_OPEN && p->to[from] > p->from[from])
      take(u, best = path[--p->to[from]], quit);
    heads[from] =
        p->to[from] > p->from[from] ? path[--p->to[from]] : UINT32_MAX;
  }
}

static bool all_before(const struct unfold *u, unf_id e, const uint32_t *done) {
  EXPECTS(e && e < u->at.len);
  const uint32_t *past = unf_past(u, e);
  unsigned self = u->at.at[e].thread;
  for (uint32_t t = 0; t < u->width; t++)
    if (past[t] > done[t] && t != self)
      return false;
  return true;
}

/* --- reads that are still to come ---------------------------------------- */

/* Of each thread a list for each line of memory that has a bit of the masks,
 * and one for reads of more than one line; each in the order in which the
 * thread takes them, so that what is taken is the first of its list. */
enum { LINES = 64, WIDE = LINES, LISTS };

static unsigned list_of(const struct unf_op *o) {
  return o->mask & (o->mask - 1) ? WIDE : (unsigned)__builtin_ctzll(o->mask);
}

static void list_reads(struct unfold *u, const struct paths *p) {
  vec_resize(&u->looks, u->width * LISTS);
  memset(u->looks.at, 0, u->looks.len * sizeof *u->looks.at);
  vec_resize(&u->look_next, u->scratch.len);
  for (uint32_t t = 0; t < u->width; t++)
    for (uint32_t i = p->from[t]; i < p->to[t]; i++) {
      const struct unf_op *o = unf_op_of(u, u->scratch.at[i]);
      if (!o->reads_only || !o->mask)
        continue;
      uint32_t *list = &u->looks.at[t * LISTS + list_of(o)];
      u->look_next.at[i] = *list;
      *list = i + 1;
    }
}

static void take_read(struct unfold *u, unsigned t, uint32_t i) {
  EXPECTS(t < THREADS_MAX);
  const struct unf_op *o = unf_op_of(u, u->scratch.at[i]);
  if (o->reads_only && o->mask)
    u->looks.at[t * LISTS + list_of(o)] = u->look_next.at[i];
}

/* Whether one of a list must come before the write e. */
static bool awaited_in(const struct unfold *u, unf_id e, uint32_t list) {
  EXPECTS(e && e < u->at.len);
  const struct unf_op *o = unf_op_of(u, e);
  unsigned self = u->at.at[e].thread;
  for (uint32_t i = list; i; i = u->look_next.at[i - 1]) {
    unf_id r = u->scratch.at[i - 1];
    const struct unf_op *q = unf_op_of(u, r);
    if (unf_past(u, r)[self] >= e)
      return false; /* it, and all that follow, are after e */
    if (q->object < o->object + o->size && o->object < q->object + q->size)
      return true;
  }
  return false;
}

/* Whether a read that has still to come must come before the write e. */
static bool awaited(const struct unfold *u, unf_id e) {
  EXPECTS(e && e < u->at.len);
  uint64_t mask = unf_op_of(u, e)->mask;
  unsigned self = u->at.at[e].thread;
  for (uint32_t t = 0; t < u->width; t++) {
    const uint32_t *lists = u->looks.at + t * LISTS;
    if (t == self)
      continue;
    for (uint64_t m = mask; m; m &= m - 1)
      if (awaited_in(u, e, lists[__builtin_ctzll(m)]))
        return true;
    if (awaited_in(u, e, lists[WIDE]))
      return true;
  }
  return false;
}

/* As K's figure 5.7: fires what can be fired, and a write only when the reads
 * of what it overwrites are done. */
static bool sort_by_firing(struct unfold *u, struct paths *p, unf_id *quit) {
  uint32_t done[THREADS_WORD + 4] = {0};
  bool moved = true, left = true;
  list_reads(u, p);
  while (left) {
    if (!moved)
      return false;
    moved = left = false;
    for (uint32_t t = 0; t < u->width; t++)
      while (p->to[t] > p->from[t]) {
        unf_id e = u->scratch.at[p->to[t] - 1];
        const struct unf_op *o = unf_op_of(u, e);
        left = true;
        if (!all_before(u, e, done) ||
            (o->class_ == CLASS_ACCESS && o->changes && awaited(u, e)))
          break;
        done[t] = e;
        take_read(u, t, --p->to[t]);
        moved = true;
        take(u, e, quit);
      }
  }
  return true;
}

bool unf_sort(struct unfold *u, const uint32_t *past) {
  struct paths p;
  unf_id quit = 0;
  vec_clear(&u->order);
  lay_paths(u, past, &p);
  if (unf_gives_up(u, u->scratch.len))
    return false;
  if (u->contextual && !sort_by_firing(u, &p, &quit))
    return false;
  if (!u->contextual)
    sort_by_number(u, &p, &quit);
  if (quit)
    vec_push(&u->order, quit);
  return true;
}
