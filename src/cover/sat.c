#include "cover/sat.h"

#include <assert.h>
#include <string.h>

#include "base/sound.h"
#include "base/vec.h"
#include "cover/halt.h"

/* A reason is a clause (its offset), a single literal that is true and whose
 * group excludes this variable, or none. */
enum { NO_REASON = UINT32_MAX, GROUP_REASON = 0x80000000u };
enum { UNASSIGNED = 2 };
/* A clause: its length, how many levels it spans (0: it was given), then the
 * literals, the first two of which are watched. */
enum { HEADER = 2, LEVELS_MOST = 63 };
/* Learnt clauses kept before the first time half of them are forgotten. */
#ifdef STRESS
enum { LEARNT_FIRST = 4 };
#else
enum { LEARNT_FIRST = 4000 };
#endif

struct watch {
  uint32_t clause; /* offset into `clauses`; with BINARY when of two literals */
  lit blocker;     /* another literal of it: true means satisfied */
};
enum { BINARY = 0x80000000u };

struct variable {
  uint32_t level, reason;
  uint32_t group; /* index + 1, or 0 */
  uint8_t phase, seen, failed;
  uint32_t heap; /* place in the heap + 1, or 0 */
  double activity;
};

struct group {
  uint32_t first, count;
};

struct sat {
  VEC(uint8_t) value; /* by literal: 0 false, 1 true, 2 unassigned */
  VEC(struct variable) vars;
  VEC(struct group) groups;
  VEC(uint32_t) clauses; /* one after the other, see HEADER */
  size_t learnt_count, learnt_most;
  VEC(uint32_t) stamp; /* by level, scratch of count_levels */
  uint32_t stamps;
  struct watch_list {
    VEC(struct watch) at;
  } *watches; /* by literal that becomes true when its clause loses */
  size_t watch_cap;
  VEC(lit) trail;
  VEC(uint32_t) limits; /* trail length at each decision */
  VEC(uint32_t) heap;
  VEC(lit) learnt;
  VEC(uint8_t) marked; /* by literal, scratch of sat_clause */
  VEC(uint32_t) failed; /* variables whose `failed` is set */
  struct halt *halt;
  VEC(lit) wishes;    /* decided first, in this order */
  size_t wish;        /* those before it are assigned */
  bool wishing;
  size_t head;
  double bump;
  bool broken; /* the clauses alone are contradictory */
};

struct sat *sat_open(struct halt *halt) {
  struct sat *s = alloc_zero(1, sizeof *s);
  s->halt = halt;
  s->bump = 1;
  s->learnt_most = LEARNT_FIRST;
  return s;
}

void sat_close(struct sat *s) {
  if (!s)
    return;
  for (size_t i = 0; i < s->vars.len * 2; i++)
    vec_free(&s->watches[i].at);
  free(s->watches);
  vec_free(&s->value);
  vec_free(&s->vars);
  vec_free(&s->groups);
  vec_free(&s->clauses);
  vec_free(&s->trail);
  vec_free(&s->limits);
  vec_free(&s->heap);
  vec_free(&s->learnt);
  vec_free(&s->marked);
  vec_free(&s->stamp);
  vec_free(&s->failed);
  vec_free(&s->wishes);
  free(s);
}

/* --- the heap of variables by activity ------------------------------------ */

static bool above(const struct sat *s, uint32_t a, uint32_t b) {
  EXPECTS(a < sat_vars(s) && b < sat_vars(s));
  double x = s->vars.at[a].activity, y = s->vars.at[b].activity;
  return x != y ? x > y : a < b;
}

static void heap_up(struct sat *s, size_t i) {
  EXPECTS(i < s->heap.len);
  uint32_t v = s->heap.at[i];
  for (; i && above(s, v, s->heap.at[(i - 1) / 2]); i = (i - 1) / 2) {
    s->heap.at[i] = s->heap.at[(i - 1) / 2];
    s->vars.at[s->heap.at[i]].heap = (uint32_t)i + 1;
  }
  s->heap.at[i] = v;
  s->vars.at[v].heap = (uint32_t)i + 1;
}

static void heap_down(struct sat *s, size_t i) {
  EXPECTS(i < s->heap.len);
  uint32_t v = s->heap.at[i];
  for (;;) {
    size_t child = 2 * i + 1;
    if (child >= s->heap.len)
      break;
    if (child + 1 < s->heap.len &&
        above(s, s->heap.at[child + 1], s->heap.at[child]))
      child++;
    if (!above(s, s->heap.at[child], v))
      break;
    s->heap.at[i] = s->heap.at[child];
    s->vars.at[s->heap.at[i]].heap = (uint32_t)i + 1;
    i = child;
  }
  s->heap.at[i] = v;
  s->vars.at[v].heap = (uint32_t)i + 1;
}

static void heap_add(struct sat *s, uint32_t v) {
  if (s->vars.at[v].heap)
    return;
  vec_push(&s->heap, v);
  heap_up(s, s->heap.len - 1);
}

static uint32_t heap_take(struct sat *s) {
  EXPECTS(s->heap.len > 0);
  uint32_t top = s->heap.at[0], last = vec_pop(&s->heap);
  s->vars.at[top].heap = 0;
  if (s->heap.len) {
    s->heap.at[0] = last;
    heap_down(s, 0);
  }
  return top;
}

static void bump(struct sat *s, uint32_t v) {
  EXPECTS(v < sat_vars(s));
  struct variable *x = &s->vars.at[v];
  if ((x->activity += s->bump) > 1e100) {
    vec_each(&s->vars, y) y->activity *= 1e-100;
    s->bump *= 1e-100;
  }
  if (x->heap)
    heap_up(s, x->heap - 1);
}

/* --- variables and clauses ------------------------------------------------ */

uint32_t sat_var(struct sat *s) {
  uint32_t v = (uint32_t)s->vars.len;
  vec_push(&s->vars, ((struct variable){.reason = NO_REASON}));
  for (int sign = 0; sign < 2; sign++) {
    vec_push(&s->value, UNASSIGNED);
    vec_push(&s->marked, 0);
  }
  if (s->watch_cap < s->vars.len * 2) {
    size_t cap = s->vars.len * 4;
    s->watches = alloc_resize(s->watches, cap, sizeof *s->watches);
    s->watch_cap = cap;
  }
  memset(&s->watches[2 * v], 0, 2 * sizeof *s->watches);
  heap_add(s, v);
  return v;
}

uint32_t sat_vars(const struct sat *s) { return (uint32_t)s->vars.len; }

static void assign(struct sat *s, lit l, uint32_t reason) {
  EXPECTS(l / 2 < sat_vars(s));
  struct variable *x = &s->vars.at[l >> 1];
  s->value.at[l] = 1;
  s->value.at[l ^ 1] = 0;
  x->level = (uint32_t)s->limits.len;
  x->reason = reason;
  vec_push(&s->trail, l);
}

static void undo_to(struct sat *s, size_t level) {
  if (s->limits.len <= level)
    return;
  size_t keep = s->limits.at[level];
  while (s->trail.len > keep) {
    lit l = vec_pop(&s->trail);
    s->value.at[l] = s->value.at[l ^ 1] = UNASSIGNED;
    s->vars.at[l >> 1].phase = !(l & 1);
    heap_add(s, l >> 1);
  }
  s->limits.len = level;
  s->head = keep;
  s->wish = 0;
}

static void watch(struct sat *s, lit l, uint32_t clause, lit blocker) {
  EXPECTS(l / 2 < sat_vars(s));
  vec_push(&s->watches[l].at, ((struct watch){clause, blocker}));
}

static void attach(struct sat *s, uint32_t at) {
  const lit *lits = &s->clauses.at[at + HEADER];
  uint32_t binary = s->clauses.at[at] == 2 ? BINARY : 0;
  watch(s, lits[0], at | binary, lits[1]);
  watch(s, lits[1], at | binary, lits[0]);
}

static uint32_t store(struct sat *s, const lit *lits, size_t count,
                      uint32_t levels) {
  EXPECTS(count >= 2);
  uint32_t at = (uint32_t)s->clauses.len;
  assert(count >= 2 && at < GROUP_REASON);
  vec_push(&s->clauses, (uint32_t)count);
  vec_push(&s->clauses, levels);
  for (size_t i = 0; i < count; i++)
    vec_push(&s->clauses, lits[i]);
  attach(s, at);
  return at;
}

void sat_clause(struct sat *s, const lit *lits, size_t count) {
  EXPECTS(lits || !count);
  undo_to(s, 0);
  VEC(lit) kept = {0};
  bool satisfied = false;
  for (size_t i = 0; i < count && !satisfied; i++) {
    satisfied = s->value.at[lits[i]] == 1 || s->marked.at[lits[i] ^ 1];
    if (s->value.at[lits[i]] == 0 || s->marked.at[lits[i]])
      continue;
    s->marked.at[lits[i]] = 1;
    vec_push(&kept, lits[i]);
  }
  vec_each(&kept, k) s->marked.at[*k] = 0;
  if (satisfied)
    ;
  else if (!kept.len)
    s->broken = true;
  else if (kept.len == 1)
    assign(s, kept.at[0], NO_REASON);
  else
    store(s, kept.at, kept.len, 0);
  vec_free(&kept);
}

uint32_t sat_group(struct sat *s, uint32_t count) {
  EXPECTS(count > 0);
  undo_to(s, 0);
  uint32_t first = (uint32_t)s->vars.len;
  VEC(lit) any = {0};
  vec_push(&s->groups, ((struct group){first, count}));
  for (uint32_t i = 0; i < count; i++) {
    uint32_t v = sat_var(s);
    s->vars.at[v].group = (uint32_t)s->groups.len;
    vec_push(&any, SAT_POS(v));
  }
  sat_clause(s, any.at, any.len);
  vec_free(&any);
  return first;
}

void sat_wish(struct sat *s, lit l) { vec_push(&s->wishes, l); }

void sat_wish_nothing(struct sat *s) { vec_clear(&s->wishes); }

/* --- propagation ---------------------------------------------------------- */

/* The literal became true: the others of its group are false.  Returns the
 * other true literal on conflict, or UINT32_MAX. */
static lit exclude(struct sat *s, lit l) {
  uint32_t index = s->vars.at[l >> 1].group;
  if (!index || (l & 1))
    return UINT32_MAX;
  struct group g = s->groups.at[index - 1];
  for (uint32_t v = g.first; v < g.first + g.count; v++) {
    if (v == l >> 1 || s->value.at[SAT_POS(v)] == 0)
      continue;
    if (s->value.at[SAT_POS(v)] == 1)
      return SAT_POS(v);
    assign(s, SAT_NEG(v), GROUP_REASON | l);
  }
  return UINT32_MAX;
}

/* Visits the clauses that watch the literal that just became false; returns
 * the offset of a false clause, or NO_REASON. */
static uint32_t visit(struct sat *s, lit lost) {
  struct watch_list *list = &s->watches[lost];
  size_t kept = 0, i = 0, len = list->at.len;
  uint32_t conflict = NO_REASON;
  while (i < len) {
    struct watch w = list->at.at[i++];
    if (i + 2 < len) /* memory answers in the meantime */
      __builtin_prefetch(&s->clauses.at[list->at.at[i + 2].clause & ~BINARY]);
    if (s->value.at[w.blocker] == 1) {
      list->at.at[kept++] = w;
      continue;
    }
    if (w.clause & BINARY) {
      list->at.at[kept++] = w;
      if (s->value.at[w.blocker] == 0) {
        conflict = w.clause & ~BINARY;
        break;
      }
      assign(s, w.blocker, w.clause & ~BINARY);
      continue;
    }
    uint32_t *c = &s->clauses.at[w.clause], count = c[0];
    lit *lits = c + HEADER;
    if (lits[0] == lost) {
      lits[0] = lits[1];
      lits[1] = lost;
    }
    w.blocker = lits[0];
    if (s->value.at[lits[0]] != 1) {
      uint32_t k = 2;
      while (k < count && s->value.at[lits[k]] == 0)
        k++;
      if (k < count) {
        lits[1] = lits[k];
        lits[k] = lost;
        watch(s, lits[1], w.clause, lits[0]);
        continue;
      }
    }
    list->at.at[kept++] = w;
    if (s->value.at[lits[0]] == 1)
      continue;
    if (s->value.at[lits[0]] == 0) {
      conflict = w.clause;
      break;
    }
    assign(s, lits[0], w.clause);
  }
  while (i < len)
    list->at.at[kept++] = list->at.at[i++];
  list->at.len = kept;
  return conflict;
}

/* A conflict is a false clause, or two true literals of one group. */
struct conflict {
  uint32_t clause;
  lit a, b;
};

static bool propagate(struct sat *s, struct conflict *c) {
  while (s->head < s->trail.len) {
    lit l = s->trail.at[s->head++];
    if (s->head < s->trail.len)
      __builtin_prefetch(s->watches[s->trail.at[s->head] ^ 1].at.at);
    lit other = exclude(s, l);
    if (other != UINT32_MAX) {
      *c = (struct conflict){NO_REASON, l, other};
      return false;
    }
    uint32_t clause = visit(s, l ^ 1);
    if (clause != NO_REASON) {
      *c = (struct conflict){clause, 0, 0};
      return false;
    }
  }
  return true;
}

/* --- learning ------------------------------------------------------------- */

static void note(struct sat *s, lit false_lit, unsigned *open) {
  struct variable *x = &s->vars.at[false_lit >> 1];
  if (x->seen || !x->level)
    return;
  x->seen = 1;
  bump(s, false_lit >> 1);
  if (x->level == s->limits.len)
    ++*open;
  else
    vec_push(&s->learnt, false_lit);
}

static void note_reason(struct sat *s, uint32_t reason, lit skip,
                        unsigned *open) {
  if (reason & GROUP_REASON) {
    note(s, (reason & ~GROUP_REASON) ^ 1, open);
    return;
  }
  const uint32_t *c = &s->clauses.at[reason];
  for (uint32_t i = HEADER; i < HEADER + c[0]; i++)
    if (c[i] != skip)
      note(s, c[i], open);
}

/* Follows the literal from others of the clause that is being learnt? */
static bool is_implied(const struct sat *s, lit l) {
  uint32_t reason = s->vars.at[l >> 1].reason;
  if (reason == NO_REASON)
    return false;
  if (reason & GROUP_REASON) {
    const struct variable *x = &s->vars.at[(reason & ~GROUP_REASON) >> 1];
    return x->seen || !x->level;
  }
  const uint32_t *c = &s->clauses.at[reason];
  for (uint32_t i = HEADER; i < HEADER + c[0]; i++) {
    const struct variable *x = &s->vars.at[c[i] >> 1];
    if (c[i] >> 1 != l >> 1 && !x->seen && x->level)
      return false;
  }
  return true;
}

/* Leaves out what the rest implies; `seen` is set of all but the first. */
static void minimise(struct sat *s) {
  size_t kept = 1, len = s->learnt.len;
  for (size_t k = 1; k < len; k++) {
    lit l = s->learnt.at[k];
    if (is_implied(s, l))
      continue; /* stays seen until all have been looked at */
    s->learnt.at[k] = s->learnt.at[kept];
    s->learnt.at[kept++] = l;
  }
  for (size_t k = 1; k < len; k++)
    s->vars.at[s->learnt.at[k] >> 1].seen = 0;
  s->learnt.len = kept;
}

/* How many levels the learnt clause spans: the fewer the more it is worth. */
static uint32_t count_levels(struct sat *s) {
  uint32_t n = 0;
  if (s->stamp.len <= s->limits.len)
    vec_resize(&s->stamp, s->limits.len + 1);
  s->stamps++;
  vec_each(&s->learnt, l) {
    uint32_t *stamp = &s->stamp.at[s->vars.at[*l >> 1].level];
    n += *stamp != s->stamps;
    *stamp = s->stamps;
  }
  return n < LEVELS_MOST ? n : LEVELS_MOST;
}

/* Resolves back to the first point where one literal of this level is left
 * (first UIP); leaves the clause in `learnt`, the asserting literal first,
 * and returns the level to go back to. */
static size_t analyze(struct sat *s, const struct conflict *c) {
  unsigned open = 0;
  vec_clear(&s->learnt);
  vec_push(&s->learnt, 0);
  if (c->clause != NO_REASON) {
    note_reason(s, c->clause, UINT32_MAX, &open);
  } else {
    note(s, c->a ^ 1, &open);
    note(s, c->b ^ 1, &open);
  }
  size_t i = s->trail.len;
  for (;;) {
    while (!s->vars.at[s->trail.at[--i] >> 1].seen)
      ;
    lit l = s->trail.at[i];
    if (--open == 0) {
      s->learnt.at[0] = l ^ 1;
      break;
    }
    note_reason(s, s->vars.at[l >> 1].reason, l, &open);
  }
  for (size_t k = s->trail.len; k > i;)
    s->vars.at[s->trail.at[--k] >> 1].seen = 0;
  minimise(s);
  size_t level = 0, place = 1;
  for (size_t k = 1; k < s->learnt.len; k++) {
    struct variable *x = &s->vars.at[s->learnt.at[k] >> 1];
    if (x->level > level) {
      level = x->level;
      place = k;
    }
  }
  if (s->learnt.len > 1) {
    lit l = s->learnt.at[1];
    s->learnt.at[1] = s->learnt.at[place];
    s->learnt.at[place] = l;
  }
  s->bump /= 0.95;
  return level;
}

static void mark_failed(struct sat *s, uint32_t var) {
  EXPECTS(var < sat_vars(s));
  s->vars.at[var].failed = 1;
  vec_push(&s->failed, var);
}

/* Which assumptions made this literal false (MiniSat's analyzeFinal). */
static void blame(struct sat *s, lit l) {
  mark_failed(s, l >> 1);
  if (!s->limits.len || !s->vars.at[l >> 1].level)
    return;
  unsigned open = 0;
  s->vars.at[l >> 1].seen = 1;
  for (size_t i = s->trail.len; i-- > s->limits.at[0];) {
    struct variable *x = &s->vars.at[s->trail.at[i] >> 1];
    if (!x->seen)
      continue;
    x->seen = 0;
    if (x->reason == NO_REASON)
      mark_failed(s, s->trail.at[i] >> 1);
    else
      note_reason(s, x->reason, s->trail.at[i], &open);
  }
  vec_clear(&s->learnt);
}

/* --- search --------------------------------------------------------------- */

static void learn(struct sat *s, size_t level) {
  uint32_t levels = count_levels(s);
  undo_to(s, level);
  if (s->learnt.len == 1) {
    assign(s, s->learnt.at[0], NO_REASON);
    return;
  }
  s->learnt_count++;
  assign(s, s->learnt.at[0],
         store(s, s->learnt.at, s->learnt.len, levels));
}

/* Drops about half of the learnt clauses, those that span the most levels;
 * of equals the older ones go.  Only at level 0, where no clause is a reason
 * that anybody asks for. */
static void forget(struct sat *s) {
  size_t by_levels[LEVELS_MOST + 1] = {0}, keep = s->learnt_count / 2, sum = 0;
  for (size_t at = 0; at < s->clauses.len; at += HEADER + s->clauses.at[at])
    by_levels[s->clauses.at[at + 1]]++;
  uint32_t limit = 1;
  while (limit < LEVELS_MOST && sum + by_levels[limit] <= keep)
    sum += by_levels[limit++];
  size_t drop = by_levels[limit] - (keep > sum ? keep - sum : 0), to = 0;
  for (size_t i = 0; i < s->vars.len * 2; i++)
    vec_clear(&s->watches[i].at);
  s->learnt_count = 0;
  for (size_t at = 0; at < s->clauses.len;) {
    uint32_t count = s->clauses.at[at], levels = s->clauses.at[at + 1];
    bool old = levels == limit && drop && limit > 2;
    drop -= old;
    if (levels <= 2 || levels < limit || (levels == limit && !old)) {
      memmove(&s->clauses.at[to], &s->clauses.at[at],
              (HEADER + count) * sizeof *s->clauses.at);
      attach(s, (uint32_t)to);
      s->learnt_count += levels > 0;
      to += HEADER + count;
    }
    at += HEADER + count;
  }
  s->clauses.len = to;
  s->learnt_most += s->learnt_most / 10;
}

static bool decide(struct sat *s) {
  if (s->trail.len == s->vars.len)
    return false;
  for (; s->wishing && s->wish < s->wishes.len; s->wish++)
    if (s->value.at[s->wishes.at[s->wish]] == UNASSIGNED) {
      vec_push(&s->limits, (uint32_t)s->trail.len);
      assign(s, s->wishes.at[s->wish++], NO_REASON);
      return true;
    }
  while (s->heap.len) {
    uint32_t v = heap_take(s);
    if (s->value.at[SAT_POS(v)] != UNASSIGNED)
      continue;
    vec_push(&s->limits, (uint32_t)s->trail.len);
    assign(s, s->vars.at[v].phase ? SAT_POS(v) : SAT_NEG(v), NO_REASON);
    return true;
  }
  return false;
}

/* Takes the next assumption; false when it is false already. */
static bool assume(struct sat *s, lit l) {
  if (s->value.at[l] == 0) {
    blame(s, l);
    return false;
  }
  vec_push(&s->limits, (uint32_t)s->trail.len);
  if (s->value.at[l] == UNASSIGNED)
    assign(s, l, NO_REASON);
  return true;
}

bool sat_solve(struct sat *s, const lit *assumptions, size_t count) {
  EXPECTS(assumptions || !count);
  undo_to(s, 0);
  vec_each(&s->failed, v) s->vars.at[*v].failed = 0;
  vec_clear(&s->failed);
  uint64_t conflicts = 0, restart = 100;
  s->wishing = true;
  struct conflict c;
  if (s->learnt_count > s->learnt_most && !s->broken) {
    if (propagate(s, &c))
      forget(s);
    else
      s->broken = true;
  }
  if (s->broken)
    return false;
  for (;;) {
    if (halt_over(s->halt))
      return false;
    if (!propagate(s, &c)) {
      if (!s->limits.len) {
        s->broken = true;
        return false;
      }
      learn(s, analyze(s, &c));
      if (++conflicts == restart) {
        undo_to(s, 0);
        s->wishing = false; /* they are in the way */
        if (s->learnt_count > s->learnt_most && s->head == s->trail.len)
          forget(s);
        restart += restart / 2;
        conflicts = 0;
      }
    } else if (s->limits.len < count) {
      if (!assume(s, assumptions[s->limits.len]))
        return false;
    } else if (!decide(s)) {
      return true;
    }
  }
}

size_t sat_implied(struct sat *s, const lit *assumptions, size_t count,
                   lit *out) {
  EXPECTS(assumptions || !count);
  struct conflict c;
  undo_to(s, 0);
  if (s->broken || !propagate(s, &c)) {
    s->broken = true;
    return SIZE_MAX;
  }
  size_t from = s->trail.len;
  vec_push(&s->limits, (uint32_t)from);
  bool ok = true;
  for (size_t i = 0; i < count && ok; i++) {
    ok = s->value.at[assumptions[i]] != 0;
    if (s->value.at[assumptions[i]] == UNASSIGNED)
      assign(s, assumptions[i], NO_REASON);
  }
  ok = ok && propagate(s, &c);
  size_t found = s->trail.len - from;
  if (ok)
    memcpy(out, s->trail.at + from, found * sizeof *out);
  undo_to(s, 0);
  return ok ? found : SIZE_MAX;
}

bool sat_true(const struct sat *s, uint32_t var) {
  EXPECTS(var < sat_vars(s));
  return s->value.at[SAT_POS(var)] == 1;
}

bool sat_failed(const struct sat *s, lit assumption) {
  return s->vars.at[assumption >> 1].failed;
}
