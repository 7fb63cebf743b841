#include "random_program.h"

#include <string.h>

#include "base/rng.h"

/* Groups of statements; a program has some of them. */
enum group {
  G_PLAIN,
  G_ATOMIC,
  G_RELAXED,
  G_MUTEX,
  G_TRY,
  G_ERRORS,
  G_COND,
  G_RWLOCK,
  G_SPIN,
  G_SEM,
  G_BARRIER,
  G_POLL,
  G_INPUT,
  G_BLOCK,
  G_JOINS,
  G_CALLED,
  G_HEAP,
  GROUPS
};

struct maker {
  struct program *p;
  struct rng r;
  unsigned thread, groups;
  uint8_t guard[VARS];  /* mutex of a plain variable, or NOWHERE */
  uint8_t waits[CONDS]; /* 1 + the mutex that all wait with, or 0 */
};

static bool has(const struct maker *m, unsigned group) {
  return m->groups >> group & 1;
}

static unsigned below(struct maker *m, unsigned n) {
  return rng_below(&m->r, n);
}
static bool chance(struct maker *m, unsigned percent) {
  return rng_chance(&m->r, percent);
}

static struct thread *own(struct maker *m) {
  return &m->p->thread[m->thread];
}

static struct statement *add(struct maker *m, unsigned op, unsigned object) {
  static struct statement spare;
  struct thread *t = own(m);
  struct statement *s = t->len < STATEMENTS_MAX ? &t->at[t->len++] : &spare;
  *s = (struct statement){.op = (uint8_t)op,
                          .object = (uint8_t)object,
                          .reg = NOWHERE,
                          .value = {NOWHERE, 0},
                          .other = {NOWHERE, 0}};
  return s;
}

static uint8_t any_reg(struct maker *m) {
  return (uint8_t)below(m, REGS);
}

static struct value any_value(struct maker *m) {
  if (chance(m, 25))
    return (struct value){any_reg(m), (int8_t)below(m, 2)};
  return (struct value){NOWHERE, (int8_t)below(m, 3)};
}

/* The body is what is added from now on until `end`. */
static unsigned begin(struct maker *m, unsigned op) {
  unsigned at = own(m)->len;
  add(m, op, NOWHERE);
  return at;
}
static struct statement *end(struct maker *m, unsigned at) {
  struct thread *t = own(m);
  if (at >= t->len)
    at = t->len - 1u;
  t->at[at].body = (uint8_t)(t->len - at - 1);
  return &t->at[at];
}

/* value cmp k */
static void test(struct maker *m, struct statement *s, uint8_t reg) {
  s->value = (struct value){reg, 0};
  s->cmp = (uint8_t)below(m, 2);
  s->k = (int8_t)below(m, 3);
}

/* --- accesses ----------------------------------------------------------- */

static uint8_t an_order(struct maker *m, unsigned op) {
  static const uint8_t loads[] = {RELAXED, ACQUIRE, SEQ_CST};
  static const uint8_t stores[] = {RELAXED, RELEASE, SEQ_CST};
  static const uint8_t updates[] = {RELAXED, ACQUIRE, RELEASE, ACQ_REL,
                                    SEQ_CST};
  if (!has(m, G_RELAXED))
    return SEQ_CST;
  return op == S_LOAD    ? loads[below(m, 3)]
         : op == S_STORE ? stores[below(m, 3)]
                         : updates[below(m, 5)];
}

/* Something that holds more often than not. */
static void check(struct maker *m, struct statement *s) {
  static const uint8_t cmps[] = {UNEQUAL, UNEQUAL, LESS, EQUAL, MORE};
  s->cmp = cmps[below(m, chance(m, 20) ? 5 : 3)];
  s->k = (int8_t)(s->cmp == LESS ? 2 + below(m, 3) : 1 + below(m, 3));
}

static void atomic_access(struct maker *m, unsigned v) {
  static const uint8_t ops[] = {S_LOAD,     S_LOAD, S_STORE,
                                S_STORE,    S_ADD,  S_FETCH_ADD,
                                S_EXCHANGE, S_CAS,  S_CHECK};
  unsigned op = ops[below(m, sizeof ops)];
  struct statement *s = add(m, op, v);
  s->order = op == S_ADD || op == S_CHECK ? SEQ_CST : an_order(m, op);
  if (op != S_STORE && op != S_ADD && op != S_CHECK)
    s->reg = any_reg(m);
  s->value = any_value(m);
  s->k = (int8_t)(1 + below(m, 2));
  if (op == S_CHECK)
    check(m, s);
  if (op == S_CAS) {
    s->other = (struct value){NOWHERE, (int8_t)below(m, 2)};
    s->failure = s->order == RELAXED || s->order == RELEASE ? RELAXED
                 : s->order == SEQ_CST                      ? SEQ_CST
                                                            : ACQUIRE;
  }
}

static void array_access(struct maker *m) {
  struct statement *s = add(m, chance(m, 50) ? S_LOAD_AT : S_STORE_AT, NOWHERE);
  if (s->op == S_LOAD_AT)
    s->reg = any_reg(m);
  s->value = any_value(m);
  s->other = chance(m, 50) ? (struct value){any_reg(m), 0}
                           : (struct value){NOWHERE, (int8_t)below(m, 2)};
}

static void plain_access(struct maker *m, unsigned v) {
  static const uint8_t ops[] = {S_LOAD, S_LOAD,      S_STORE,      S_STORE,
                                S_ADD,  S_LOAD_BYTE, S_STORE_BYTE, S_CHECK};
  unsigned op = ops[below(m, sizeof ops)];
  struct statement *s = add(m, op, v);
  s->order = PLAIN;
  if (op == S_LOAD || op == S_LOAD_BYTE)
    s->reg = any_reg(m);
  s->value = any_value(m);
  s->k = 1;
  if (op == S_CHECK)
    check(m, s);
}

static void lock(struct maker *m, unsigned op, unsigned k) {
  struct statement *s = add(m, op, k);
  if (chance(m, 10))
    s->reg = any_reg(m);
}

/* A variable, with its mutex around it when it has one. */
static void access_var(struct maker *m, bool locked) {
  unsigned v = below(m, m->p->vars);
  if (locked && chance(m, 8)) {
    array_access(m);
    return;
  }
  if (m->p->kind[v] == VAR_ATOMIC ||
      (m->p->kind[v] == VAR_MIXED && chance(m, 70))) {
    atomic_access(m, v);
    return;
  }
  bool guarded = !locked && m->guard[v] != NOWHERE && !chance(m, 5);
  if (guarded)
    lock(m, S_LOCK, m->guard[v]);
  plain_access(m, v);
  if (guarded && chance(m, 40))
    plain_access(m, v);
  if (guarded)
    lock(m, S_UNLOCK, m->guard[v]);
}

/* --- items -------------------------------------------------------------- */

static void inside(struct maker *m) {
  unsigned n = 1 + below(m, 2);
  for (unsigned i = 0; i < n; i++)
    access_var(m, true);
}

static void mutex_item(struct maker *m) {
  unsigned k = below(m, MUTEXES);
  lock(m, S_LOCK, k);
  inside(m);
  lock(m, S_UNLOCK, k);
}

/* Try, and if it was taken do something and give it back. */
static void try_item(struct maker *m) {
  unsigned k = below(m, MUTEXES), reg = any_reg(m);
  struct statement *t = add(m, chance(m, 50) ? S_TRYLOCK : S_TIMEDLOCK, k);
  t->reg = (uint8_t)reg;
  t->k = (int8_t)below(m, 2);
  unsigned at = begin(m, S_IF);
  inside(m);
  add(m, S_UNLOCK, k);
  struct statement *s = end(m, at);
  s->value = (struct value){(uint8_t)reg, 0};
  s->cmp = EQUAL;
}

/* Locks and unlocks as they come, results looked at. */
static void error_item(struct maker *m) {
  unsigned k = below(m, MUTEXES), n = 2 + below(m, 2);
  for (unsigned i = 0; i < n; i++)
    add(m, S_LOCK + below(m, 4), k)->reg = any_reg(m);
}

static void cond_item(struct maker *m) {
  unsigned c = below(m, CONDS), k = below(m, MUTEXES), v = below(m, m->p->vars);
  if (chance(m, 50)) { /* tell */
    bool locked = chance(m, 80);
    if (locked)
      add(m, S_LOCK, k);
    struct statement *s = add(m, S_STORE, v);
    s->value = (struct value){NOWHERE, 1};
    s->order = m->p->kind[v] ? SEQ_CST : PLAIN;
    add(m, chance(m, 60) ? S_SIGNAL : S_BROADCAST, c);
    if (locked)
      add(m, S_UNLOCK, k);
    return;
  }
  if (!m->waits[c]) /* another at the same time would be undefined */
    m->waits[c] = (uint8_t)(k + 1);
  k = m->waits[c] - 1u;
  add(m, S_LOCK, k);
  unsigned loop = NOWHERE;
  unsigned form = below(m, 4); /* while, if, alone */
  if (form < 2) {
    loop = own(m)->len;
    struct statement *s = add(m, S_WHILE, v);
    s->order = m->p->kind[v] ? SEQ_CST : PLAIN;
    s->cmp = EQUAL;
  }
  struct statement *s = add(m, chance(m, 70) ? S_WAIT : S_TIMEDWAIT, c);
  s->mutex = (uint8_t)k;
  s->k = (int8_t)below(m, 2);
  if (s->op == S_TIMEDWAIT)
    s->reg = any_reg(m);
  if (form < 2)
    end(m, loop);
  if (chance(m, 50))
    access_var(m, true);
  add(m, S_UNLOCK, k);
}

static void rwlock_item(struct maker *m) {
  unsigned op = S_RDLOCK + below(m, 6), reg = any_reg(m);
  struct statement *s = add(m, op, 0);
  if (op <= S_WRLOCK) {
    inside(m);
    if (chance(m, 10))
      add(m, S_RDLOCK + below(m, 6), 0)->reg = any_reg(m);
    add(m, S_RWUNLOCK, 0);
    return;
  }
  s->reg = (uint8_t)reg;
  unsigned at = begin(m, S_IF);
  inside(m);
  add(m, S_RWUNLOCK, 0);
  s = end(m, at);
  s->value = (struct value){(uint8_t)reg, 0};
  s->cmp = EQUAL;
}

static void spin_item(struct maker *m) {
  unsigned reg = any_reg(m);
  if (chance(m, 60)) {
    add(m, S_SPIN, 0);
    inside(m);
    add(m, S_SPINUNLOCK, 0);
    return;
  }
  add(m, S_TRYSPIN, 0)->reg = (uint8_t)reg;
  unsigned at = begin(m, S_IF);
  inside(m);
  add(m, S_SPINUNLOCK, 0);
  struct statement *s = end(m, at);
  s->value = (struct value){(uint8_t)reg, 0};
  s->cmp = EQUAL;
}

static void sem_item(struct maker *m) {
  static const uint8_t ops[] = {S_P,    S_P,      S_V,       S_V,
                                S_TRYP, S_TIMEDP, S_GETVALUE};
  unsigned op = ops[below(m, sizeof ops)], k = below(m, SEMS);
  struct statement *s = add(m, op, k);
  s->k = (int8_t)below(m, 2);
  if (op == S_TRYP || op == S_TIMEDP || op == S_GETVALUE)
    s->reg = any_reg(m);
  if (op == S_P && chance(m, 50)) {
    inside(m);
    add(m, S_V, k);
  }
}

static void join_item(struct maker *m) {
  unsigned u = 1 + below(m, m->p->threads - 1u);
  if (u == m->thread || m->thread)
    return; /* others may not know the handle yet */
  add(m, chance(m, 50) ? S_TRYJOIN : S_TIMEDJOIN, u)->reg = any_reg(m);
}

static void input(struct maker *m) {
  struct statement *s = add(m, S_INPUT, NOWHERE);
  s->reg = any_reg(m);
  s->k = 1;
  s->cmp = (uint8_t)below(m, 2); /* by name, or not */
}

/* What is taken in a block may be given back behind its end.  Where the block
 * would have to wait it is stuck. */
static void block_takes(struct maker *m) {
  static const uint8_t takes[] = {S_LOCK, S_TRYLOCK,   S_P,
                                  S_TRYP, S_TRYRDLOCK, S_RDLOCK};
  unsigned which = below(m, sizeof takes), op = takes[which];
  unsigned k = which < 4 ? below(m, 2) : 0, reg = any_reg(m);
  unsigned at = begin(m, S_ATOMIC);
  struct statement *s = add(m, op, k);
  if (op == S_TRYLOCK || op == S_TRYP || op == S_TRYRDLOCK)
    s->reg = (uint8_t)reg;
  bool tries = s->reg != NOWHERE;
  if (chance(m, 50))
    access_var(m, true);
  end(m, at);
  at = tries ? begin(m, S_IF) : NOWHERE;
  if (chance(m, 30))
    access_var(m, true);
  add(m, which < 2 ? S_UNLOCK : which < 4 ? S_V : S_RWUNLOCK, k);
  if (!tries)
    return;
  s = end(m, at);
  s->value = (struct value){(uint8_t)reg, 0};
  s->cmp = EQUAL;
}

/* What need not wait may stand in a block. */
static void block_item(struct maker *m) {
  if (chance(m, 30)) {
    block_takes(m);
    return;
  }
  unsigned at = begin(m, S_ATOMIC), n = 1 + below(m, 2), inner;
  for (unsigned i = 0; i < n; i++)
    switch (below(m, 12)) {
    case 3:
      add(m, S_UNLOCK, below(m, MUTEXES))->reg = any_reg(m);
      break;
    case 4:
      add(m, S_BROADCAST, below(m, CONDS));
      break;
    case 0:
      input(m);
      break;
    case 1:
      add(m, S_V, below(m, SEMS));
      break;
    case 2:
      inner = begin(m, S_ATOMIC);
      access_var(m, true);
      end(m, inner);
      break;
    default:
      access_var(m, true);
    }
  end(m, at);
}

static void called_item(struct maker *m) {
  unsigned op = S_ONCE + below(m, m->p->c11 ? 1 : 4);
  if (op == S_KEY_DELETE && chance(m, 60))
    op = S_KEY_SET;
  struct statement *s = add(m, op, NOWHERE);
  if (op == S_KEY_GET || (op != S_ONCE && chance(m, 30)))
    s->reg = any_reg(m);
}

static void heap_item(struct maker *m) {
  unsigned op = S_LOAD_HEAP + below(m, chance(m, 60) ? 2 : 3);
  bool locked = chance(m, 70);
  if (locked)
    add(m, S_LOCK, 0);
  struct statement *s = add(m, op, NOWHERE);
  if (op == S_LOAD_HEAP)
    s->reg = any_reg(m);
  s->value = any_value(m);
  if (locked)
    add(m, S_UNLOCK, 0);
}

static void input_item(struct maker *m) {
  input(m);
  if (chance(m, 30))
    test(m, add(m, S_ASSUME, NOWHERE), any_reg(m));
}

/* --- waiting ------------------------------------------------------------ */

static void poll_body(struct maker *m) {
  switch (below(m, 6)) {
  case 0:
    add(m, S_YIELD, NOWHERE)->k = (int8_t)below(m, 2);
    break;
  case 1: {
    unsigned k = below(m, MUTEXES);
    add(m, S_LOCK, k);
    plain_access(m, below(m, m->p->vars));
    struct statement *s = &own(m)->at[own(m)->len - 1];
    if (s->op == S_ADD || m->p->kind[s->object])
      own(m)->len--;
    add(m, S_UNLOCK, k);
    break;
  }
  case 2:
    try_item(m);
    break;
  case 3: {
    struct statement *s = add(m, S_LOAD, below(m, m->p->vars));
    s->reg = any_reg(m);
    s->order = m->p->kind[s->object] ? SEQ_CST : PLAIN;
    break;
  }
  }
}

static void poll_item(struct maker *m) {
  unsigned v = below(m, m->p->vars), reg = any_reg(m), at;
  uint8_t order = m->p->kind[v] ? SEQ_CST : PLAIN;
  struct statement *s;
  switch (below(m, 5)) {
  case 0:
  case 1: /* until a variable changes */
    at = own(m)->len;
    s = add(m, S_WHILE, v);
    s->order = m->p->kind[v] ? an_order(m, S_LOAD) : PLAIN;
    s->cmp = (uint8_t)below(m, 2);
    s->k = s->cmp == EQUAL ? 0 : 1;
    poll_body(m);
    end(m, at);
    break;
  case 2: /* until something was got */
    at = begin(m, S_DO);
    s = add(m, chance(m, 50) ? S_TRYLOCK : S_TRYP, below(m, 2));
    s->reg = (uint8_t)reg;
    unsigned op = s->op, k = s->object;
    if (chance(m, 40))
      poll_body(m);
    s = end(m, at);
    s->value = (struct value){(uint8_t)reg, 0};
    s->cmp = UNEQUAL;
    if (op == S_TRYLOCK) {
      inside(m);
      add(m, S_UNLOCK, k);
    }
    break;
  case 3: /* a few turns */
    at = begin(m, S_FOR);
    s = add(m, S_LOAD, v);
    s->reg = (uint8_t)reg;
    s->order = order;
    s = add(m, S_BREAK, NOWHERE);
    s->value = (struct value){(uint8_t)reg, 0};
    s->cmp = UNEQUAL;
    end(m, at)->k = 2;
    break;
  case 4: /* a lock made of an exchange */
    if (!m->p->kind[v])
      return;
    at = begin(m, S_DO);
    s = add(m, S_EXCHANGE, v);
    s->reg = (uint8_t)reg;
    s->order = an_order(m, S_EXCHANGE);
    s->value = (struct value){NOWHERE, 1};
    s = end(m, at);
    s->value = (struct value){(uint8_t)reg, 0};
    s->cmp = UNEQUAL;
    inside(m);
    s = add(m, S_STORE, v);
    s->order = an_order(m, S_STORE);
    break;
  }
}

/* --- threads ------------------------------------------------------------ */

static void item(struct maker *m, unsigned group) {
  switch (group) {
  case G_PLAIN:
  case G_ATOMIC:
    access_var(m, false);
    break;
  case G_RELAXED:
    if (chance(m, 30))
      add(m, S_FENCE, NOWHERE)->order = (uint8_t)(ACQUIRE + below(m, 4));
    else
      access_var(m, false);
    break;
  case G_MUTEX:
    mutex_item(m);
    break;
  case G_TRY:
    try_item(m);
    break;
  case G_ERRORS:
    error_item(m);
    break;
  case G_COND:
    cond_item(m);
    break;
  case G_RWLOCK:
    rwlock_item(m);
    break;
  case G_SPIN:
    spin_item(m);
    break;
  case G_SEM:
    sem_item(m);
    break;
  case G_BARRIER:
    if (m->thread)
      add(m, S_BARRIER, 0);
    break;
  case G_POLL:
    poll_item(m);
    break;
  case G_INPUT:
    input_item(m);
    break;
  case G_BLOCK:
    block_item(m);
    break;
  case G_JOINS:
    join_item(m);
    break;
  case G_CALLED:
    called_item(m);
    break;
  case G_HEAP:
    heap_item(m);
    break;
  }
}

static void some_item(struct maker *m) {
  unsigned set = m->groups, n = below(m, (unsigned)__builtin_popcount(set));
  while (n--)
    set &= set - 1;
  item(m, (unsigned)__builtin_ctz(set));
  if (chance(m, 10)) {
    struct statement *s = add(m, S_ASSERT, NOWHERE);
    test(m, s, any_reg(m));
    s->cmp = UNEQUAL;
    s->k = (int8_t)(1 + below(m, 3));
  }
  if (chance(m, 4)) {
    struct statement *s = add(m, S_SET, NOWHERE);
    s->reg = any_reg(m);
    s->value = any_value(m);
  }
  if (chance(m, 8)) {
    unsigned at = begin(m, S_IF);
    if (chance(m, 10))
      add(m, S_ABORT, NOWHERE)->k = (int8_t)below(m, 2);
    else
      access_var(m, false);
    test(m, end(m, at), any_reg(m));
  }
  if (chance(m, 3))
    add(m, S_OWN, NOWHERE)->reg = any_reg(m);
}

static void make_thread(struct maker *m, unsigned t, unsigned items) {
  m->thread = t;
  for (unsigned i = 0; i < items; i++)
    if (own(m)->len + 8 < STATEMENTS_MAX)
      some_item(m);
  if (chance(m, 3))
    add(m, S_LEAVE, NOWHERE);
  else if (chance(m, 2))
    add(m, S_EXIT, NOWHERE)->k = (int8_t)below(m, 3);
}

static void make_main(struct maker *m) {
  struct program *p = m->p;
  m->thread = 0;
  for (unsigned t = 1; t < p->threads; t++)
    add(m, S_CREATE, t);
  for (unsigned n = below(m, 3); n > 1; n--)
    some_item(m);
  for (unsigned t = 1; t < p->threads; t++)
    if (!chance(m, 4))
      add(m, S_JOIN, t)->reg = (uint8_t)below(m, 2);
    else if (chance(m, 50))
      add(m, S_DETACH, t);
  for (unsigned v = 0; v < p->vars; v++) {
    if (chance(m, 30))
      continue;
    struct statement *s = add(m, chance(m, 80) ? S_LOAD : S_CHECK, v);
    s->order = p->kind[v] ? SEQ_CST : PLAIN;
    if (s->op == S_LOAD)
      s->reg = (uint8_t)(2 + below(m, 2));
    s->cmp = UNEQUAL;
    s->k = (int8_t)(2 + below(m, 4));
  }
  if (chance(m, 20))
    check(m, add(m, S_ASSERT, NOWHERE));
}

static void choose_objects(struct maker *m) {
  struct program *p = m->p;
  for (unsigned i = 0; i < p->vars; i++) {
    bool can = has(m, G_ATOMIC) || has(m, G_RELAXED) || has(m, G_POLL);
    p->kind[i] =
        can && (!has(m, G_PLAIN) || chance(m, 60)) ? VAR_ATOMIC : VAR_PLAIN;
    if (p->kind[i] == VAR_ATOMIC && has(m, G_PLAIN) && chance(m, 20))
      p->kind[i] = VAR_MIXED;
    p->initial[i] = chance(m, 20);
    m->guard[i] = has(m, G_MUTEX) || has(m, G_TRY) || has(m, G_COND)
                      ? (uint8_t)below(m, MUTEXES)
                      : NOWHERE;
  }
  p->c11 = chance(m, 15) && !has(m, G_ERRORS) && !has(m, G_JOINS);
  for (unsigned i = 0; i < MUTEXES; i++) {
    unsigned kind =
        has(m, G_ERRORS) || chance(m, 20) ? below(m, MUTEX_KINDS) : M_NORMAL;
    p->mutex_kind[i] =
        p->c11 && kind == M_ERRORCHECK ? M_NORMAL : (uint8_t)kind;
  }
  for (unsigned i = 0; i < SEMS; i++)
    p->sem_initial[i] = (uint8_t)below(m, 2);
  p->barrier_count = p->threads - 1;
  p->shared = chance(m, 10);
  p->tells = chance(m, 35);
  p->spurious = has(m, G_COND) && chance(m, 10);
  p->destructor = chance(m, 70);
  p->called_var = (uint8_t)below(m, p->vars);
}

void random_program(uint64_t seed, struct program *out) {
  struct maker m = {.p = out, .r = rng_seed(seed)};
  memset(out, 0, sizeof *out);
  out->seed = seed;
  out->threads = (uint8_t)(chance(&m, 70) ? 3 : chance(&m, 50) ? 2 : 4);
  out->vars = (uint8_t)(1 + below(&m, 3));
  for (unsigned n = 1 + below(&m, 3); n; n--)
    m.groups |= 1u << below(&m, GROUPS);
  m.groups |= chance(&m, 50) ? 1u << G_PLAIN | 1u << G_MUTEX : 1u << G_ATOMIC;
  choose_objects(&m);
  unsigned most = out->threads == 4 ? 2 : 4;
  for (unsigned t = 1; t < out->threads; t++)
    make_thread(&m, t, 1 + below(&m, most));
  make_main(&m);
}
