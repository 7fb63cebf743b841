#include "random_program.h"

#include <string.h>

#include "random_maker.h"

struct statement *add(struct maker *m, unsigned op, unsigned object) {
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

struct value any_value(struct maker *m) {
  if (chance(m, 25))
    return (struct value){any_reg(m), (int8_t)below(m, 2)};
  return (struct value){NOWHERE, (int8_t)below(m, 3)};
}

unsigned body_begins(struct maker *m, unsigned op) {
  unsigned at = own(m)->len;
  add(m, op, NOWHERE);
  return at;
}
/* The time until which something waits. */
static int8_t a_limit(struct maker *m) {
  return (int8_t)(chance(m, 50)   ? LIMIT_FAR
                  : chance(m, 60) ? LIMIT_OTHER_CLOCK
                  : chance(m, 60) ? LIMIT_PAST
                                  : LIMIT_INVALID);
}

struct statement *body_ends(struct maker *m, unsigned at) {
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

uint8_t an_order(struct maker *m, unsigned op) {
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
  static const uint8_t ops[] = {S_LOAD,  S_LOAD,      S_STORE,    S_STORE,
                                S_ADD,   S_FETCH_ADD, S_EXCHANGE, S_CAS,
                                S_CHECK, S_UPDATE};
  unsigned op = ops[below(m, sizeof ops)];
  struct statement *s = add(m, op, v);
  s->order = op == S_ADD || op == S_CHECK ? SEQ_CST : an_order(m, op);
  if (op != S_STORE && op != S_ADD && op != S_CHECK)
    s->reg = any_reg(m);
  s->value = any_value(m);
  s->k = (int8_t)(1 + below(m, 2));
  if (op == S_CHECK)
    check(m, s);
  if (op == S_UPDATE)
    s->cmp = (uint8_t)below(m, UPDATES);
  if (op == S_CAS) {
    s->other = (struct value){NOWHERE, (int8_t)below(m, 2)};
    s->failure = s->order == RELAXED || s->order == RELEASE ? RELAXED
                 : s->order == SEQ_CST                      ? SEQ_CST
                                                            : ACQUIRE;
  }
}

struct value an_index(struct maker *m) {
  if (chance(m, 50))
    return (struct value){any_reg(m), 0};
  return (struct value){NOWHERE, (int8_t)below(m, 2)};
}

static void array_access(struct maker *m) {
  struct statement *s = add(m, chance(m, 50) ? S_LOAD_AT : S_STORE_AT, NOWHERE);
  if (s->op == S_LOAD_AT)
    s->reg = any_reg(m);
  s->order = m->p->atomic_array ? SEQ_CST : PLAIN;
  s->value = any_value(m);
  s->other = an_index(m);
}

void plain_access(struct maker *m, unsigned v) {
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

void inside(struct maker *m) {
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

void try_item(struct maker *m) {
  unsigned k = below(m, MUTEXES), reg = any_reg(m);
  struct statement *t = add(m, chance(m, 50) ? S_TRYLOCK : S_TIMEDLOCK, k);
  t->reg = (uint8_t)reg;
  t->k = a_limit(m);
  unsigned at = body_begins(m, S_IF);
  inside(m);
  add(m, S_UNLOCK, k);
  struct statement *s = body_ends(m, at);
  s->value = (struct value){(uint8_t)reg, 0};
  s->cmp = EQUAL;
}

/* Locks and unlocks as they come, results looked at. */
static void error_item(struct maker *m) {
  unsigned k = below(m, MUTEXES), n = 2 + below(m, 2);
  for (unsigned i = 0; i < n; i++) {
    struct statement *s = add(m, S_LOCK + below(m, 4), k);
    s->reg = any_reg(m);
    s->k = a_limit(m);
  }
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
  s->k = a_limit(m);
  if (s->op == S_TIMEDWAIT)
    s->reg = any_reg(m);
  if (form < 2)
    body_ends(m, loop);
  if (chance(m, 50))
    access_var(m, true);
  add(m, S_UNLOCK, k);
}

static void rwlock_item(struct maker *m) {
  unsigned op = S_RDLOCK + below(m, 6), reg = any_reg(m);
  unsigned k = below(m, RWLOCKS);
  struct statement *s = add(m, op, k);
  s->k = a_limit(m);
  if (op <= S_WRLOCK) {
    inside(m);
    if (chance(m, 20)) {
      s = add(m, S_RDLOCK + below(m, 6), chance(m, 50) ? k : 1 - k);
      s->reg = any_reg(m);
      s->k = a_limit(m);
    }
    add(m, S_RWUNLOCK, k);
    return;
  }
  s->reg = (uint8_t)reg;
  unsigned at = body_begins(m, S_IF);
  inside(m);
  add(m, S_RWUNLOCK, k);
  s = body_ends(m, at);
  s->value = (struct value){(uint8_t)reg, 0};
  s->cmp = EQUAL;
}

static void spin_item(struct maker *m) {
  unsigned reg = any_reg(m), k = below(m, SPINS);
  if (chance(m, 60)) {
    add(m, S_SPIN, k);
    inside(m);
    if (chance(m, 10))
      add(m, S_TRYSPIN, chance(m, 50) ? k : 1 - k)->reg = (uint8_t)reg;
    add(m, S_SPINUNLOCK, k);
    return;
  }
  add(m, S_TRYSPIN, k)->reg = (uint8_t)reg;
  unsigned at = body_begins(m, S_IF);
  inside(m);
  add(m, S_SPINUNLOCK, k);
  struct statement *s = body_ends(m, at);
  s->value = (struct value){(uint8_t)reg, 0};
  s->cmp = EQUAL;
}

static void sem_item(struct maker *m) {
  static const uint8_t ops[] = {S_P,    S_P,      S_V,       S_V,
                                S_TRYP, S_TIMEDP, S_GETVALUE};
  unsigned op = ops[below(m, sizeof ops)], k = below(m, SEMS);
  struct statement *s = add(m, op, k);
  s->k = a_limit(m);
  if (op == S_TRYP || op == S_TIMEDP || op == S_GETVALUE)
    s->reg = any_reg(m);
  if (op == S_P && chance(m, 50)) {
    inside(m);
    add(m, S_V, k);
  }
}

static void join_item(struct maker *m) {
  unsigned u = 1 + below(m, m->p->threads - 1u);
  if (program_creator(m->p, u) != m->thread)
    return; /* others may not know the handle yet */
  struct statement *s = add(m, chance(m, 50) ? S_TRYJOIN : S_TIMEDJOIN, u);
  s->reg = any_reg(m);
  s->k = (int8_t)below(m, LIMIT_INVALID);
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
  unsigned at = body_begins(m, S_ATOMIC);
  struct statement *s = add(m, op, k);
  if (op == S_TRYLOCK || op == S_TRYP || op == S_TRYRDLOCK)
    s->reg = (uint8_t)reg;
  bool tries = s->reg != NOWHERE;
  if (chance(m, 50))
    access_var(m, true);
  body_ends(m, at);
  at = tries ? body_begins(m, S_IF) : NOWHERE;
  if (chance(m, 30))
    access_var(m, true);
  add(m, which < 2 ? S_UNLOCK : which < 4 ? S_V : S_RWUNLOCK, k);
  if (!tries)
    return;
  s = body_ends(m, at);
  s->value = (struct value){(uint8_t)reg, 0};
  s->cmp = EQUAL;
}

/* What need not wait may stand in a block. */
static void block_item(struct maker *m) {
  if (chance(m, 30)) {
    block_takes(m);
    return;
  }
  unsigned at = body_begins(m, S_ATOMIC), n = 1 + below(m, 2), inner;
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
      inner = body_begins(m, S_ATOMIC);
      access_var(m, true);
      body_ends(m, inner);
      break;
    default:
      access_var(m, true);
    }
  body_ends(m, at);
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

/* Its owner may end with it, or give it back as it is. */
static void robust_item(struct maker *m) {
  unsigned k = chance(m, 80) ? 0 : below(m, MUTEXES);
  uint8_t reg = any_reg(m);
  struct statement *s = add(m, S_LOCK + below(m, 3), k);
  s->reg = reg;
  s->k = (int8_t)below(m, 2);
  unsigned at = body_begins(m, S_IF);
  s = add(m, chance(m, 80) ? S_CONSISTENT : S_UNLOCK, k);
  if (chance(m, 50))
    s->reg = reg;
  s = body_ends(m, at);
  s->value = (struct value){reg, 0};
  s->cmp = UNEQUAL;
  if (chance(m, 30))
    inside(m);
  if (chance(m, 70))
    add(m, S_UNLOCK, k)->reg = chance(m, 40) ? any_reg(m) : NOWHERE;
  else if (chance(m, 50))
    add(m, S_LEAVE, NOWHERE);
}

/* One that is not atomic, or NOWHERE. */
static unsigned plain_var(struct maker *m) {
  unsigned v = below(m, m->p->vars);
  return m->p->kind[v] == VAR_ATOMIC ? NOWHERE : v;
}

static void memory_item(struct maker *m) {
  static const uint8_t ops[] = {S_COPY,  S_ZERO,   S_SAME,  S_PRINT,
                                S_PARSE, S_LENGTH, S_MATCH, S_FIND};
  unsigned op = ops[below(m, sizeof ops)], v = plain_var(m), u = plain_var(m);
  if (v == NOWHERE || u == NOWHERE || (op == S_SAME && v == u))
    op = ops[3 + below(m, sizeof ops - 3)];
  bool locked = chance(m, 70), guarded = op < S_PRINT && m->guard[v] != NOWHERE;
  unsigned lock = guarded ? m->guard[v] : 0;
  if (locked)
    add(m, S_LOCK, lock);
  struct statement *s = add(m, op, op >= S_PRINT ? NOWHERE : v);
  s->mutex = (uint8_t)u;
  s->value = op == S_PRINT && chance(m, 40)
                 ? (struct value){NOWHERE, (int8_t)below(m, m->p->text_numbers)}
             : op == S_PRINT ? (struct value){any_reg(m), (int8_t)below(m, 2)}
                             : (struct value){NOWHERE, 0};
  s->k = (int8_t)below(m, op == S_MATCH  ? m->p->text_numbers
                          : op == S_FIND ? 3
                                         : CALLS);
  s->cmp = (uint8_t)below(m, op == S_MATCH ? 2 : FINDS);
  if (op == S_SAME || op > S_PRINT)
    s->reg = any_reg(m);
  if (locked)
    add(m, S_UNLOCK, lock);
}

static void stream_item(struct maker *m) {
  static const uint8_t ops[] = {S_PUT,  S_PUT,   S_PUT,   S_TAKE,
                                S_TAKE, S_READY, S_AWAIT, S_AWAIT_ANY};
  unsigned op = ops[below(m, sizeof ops)];
  unsigned k = below(m, STREAMS), v = plain_var(m);
  if (v != NOWHERE && m->p->stream_kind[k] > TOKENS && chance(m, 30))
    op = op == S_PUT ? S_SEND : op == S_TAKE ? S_RECEIVE : op;
  struct statement *s = add(m, op, op == S_AWAIT_ANY ? NOWHERE : k);
  if (op != S_PUT && op != S_SEND)
    s->reg = any_reg(m);
  s->mutex = (uint8_t)v;
  s->value = any_value(m);
  if (op == S_SEND || op == S_RECEIVE)
    return;
  s->k = (int8_t)chance(m, 30);
}

static void input_item(struct maker *m) {
  input(m);
  if (chance(m, 30))
    test(m, add(m, S_ASSUME, NOWHERE), any_reg(m));
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
      add(m, S_BARRIER, 0)->reg = chance(m, 30) ? any_reg(m) : NOWHERE;
    break;
  case G_POLL:
    poll_item(m);
    break;
  case G_MADE:
    made_item(m);
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
  case G_STREAM:
    stream_item(m);
    break;
  case G_ROBUST:
    robust_item(m);
    break;
  case G_MEMORY:
    memory_item(m);
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
    unsigned at = body_begins(m, S_IF);
    if (chance(m, 10))
      add(m, S_ABORT, NOWHERE)->k = (int8_t)below(m, 2);
    else
      access_var(m, false);
    test(m, body_ends(m, at), any_reg(m));
  }
  if (chance(m, 3))
    add(m, S_OWN, NOWHERE)->reg = any_reg(m);
}

/* It waits for a thread it has created, lets it go, or forgets it. */
static void end_with(struct maker *m, unsigned t) {
  if (!chance(m, 4))
    add(m, S_JOIN, t)->reg = (uint8_t)below(m, 2);
  else if (chance(m, 50))
    add(m, S_DETACH, t);
}

static void make_thread(struct maker *m, unsigned t, unsigned items) {
  bool creates = m->p->nested && t + 1 < m->p->threads;
  m->thread = t;
  if (creates)
    add(m, S_CREATE, t + 1);
  for (unsigned i = 0; i < items; i++)
    if (own(m)->len + 8 < STATEMENTS_MAX)
      some_item(m);
  if (creates)
    end_with(m, t + 1);
  if (chance(m, 3))
    add(m, S_LEAVE, NOWHERE);
  else if (chance(m, 2))
    add(m, S_EXIT, NOWHERE)->k = (int8_t)below(m, 3);
}

static void make_main(struct maker *m) {
  struct program *p = m->p;
  m->thread = 0;
  for (unsigned t = 1; t < p->threads; t++)
    if (!program_creator(p, t))
      add(m, S_CREATE, t);
  for (unsigned n = below(m, 3); n > 1; n--)
    some_item(m);
  for (unsigned t = 1; t < p->threads; t++)
    if (!program_creator(p, t))
      end_with(m, t);
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
  if (chance(m, 4))
    add(m, S_LEAVE, NOWHERE);
}

static void choose_objects(struct maker *m) {
  struct program *p = m->p;
  for (unsigned i = 0; i < p->vars; i++) {
    bool can = has(m, G_ATOMIC) || has(m, G_RELAXED) || has(m, G_POLL) ||
               has(m, G_MADE);
    p->kind[i] =
        can && (!has(m, G_PLAIN) || chance(m, 60)) ? VAR_ATOMIC : VAR_PLAIN;
    if (p->kind[i] == VAR_ATOMIC && has(m, G_PLAIN) && chance(m, 20))
      p->kind[i] = VAR_MIXED;
    p->initial[i] = chance(m, 20);
    m->guard[i] = has(m, G_MUTEX) || has(m, G_TRY) || has(m, G_COND)
                      ? (uint8_t)below(m, MUTEXES)
                      : NOWHERE;
  }
  p->atomic_array = chance(m, has(m, G_MADE) ? 90 : 30);
  p->c11 = chance(m, 15) && !has(m, G_ERRORS) && !has(m, G_JOINS) &&
           !has(m, G_ROBUST);
  for (unsigned i = 0; i < MUTEXES; i++) {
    unsigned kind =
        has(m, G_ERRORS) || chance(m, 20) ? below(m, MUTEX_KINDS) : M_NORMAL;
    p->mutex_kind[i] =
        p->c11 && kind >= M_ERRORCHECK ? M_NORMAL : (uint8_t)kind;
  }
  if (has(m, G_ROBUST))
    p->mutex_kind[0] = (uint8_t)(M_ROBUST + below(m, chance(m, 50) ? 1 : 3));
  for (unsigned i = 0; i < SEMS; i++)
    p->sem_initial[i] = (uint8_t)below(m, 2);
  p->barrier_count = p->threads - 1;
  p->text_numbers = chance(m, 50) ? 10 : 20;
  p->stream_initial = (uint8_t)below(m, 2);
  for (unsigned i = 0; i < STREAMS; i++) {
    p->stream_kind[i] = (uint8_t)below(m, STREAM_KINDS);
    p->stream_now[i] = chance(m, 25);
  }
  p->shared = chance(m, 10);
  p->tells = chance(m, 35);
  p->spurious = has(m, G_COND) && chance(m, 10);
  p->destructor = (uint8_t)below(m, ENDS);
  p->nested = chance(m, 15);
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
