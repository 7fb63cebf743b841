#include "random_maker.h"

/* Loops that wait. */

static void poll_body(struct maker *m) {
  switch (below(m, 6)) {
  case 0:
    add(m, S_YIELD, NOWHERE)->k = (int8_t)below(m, YIELDS);
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

void poll_item(struct maker *m) {
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
    body_ends(m, at);
    break;
  case 2: /* until something was got */
    at = body_begins(m, S_DO);
    s = add(m, chance(m, 50) ? S_TRYLOCK : S_TRYP, below(m, 2));
    s->reg = (uint8_t)reg;
    unsigned op = s->op, k = s->object;
    if (chance(m, 40))
      poll_body(m);
    s = body_ends(m, at);
    s->value = (struct value){(uint8_t)reg, 0};
    s->cmp = UNEQUAL;
    if (op == S_TRYLOCK) {
      inside(m);
      add(m, S_UNLOCK, k);
    }
    break;
  case 3: /* a few turns */
    at = body_begins(m, S_FOR);
    s = add(m, S_LOAD, v);
    s->reg = (uint8_t)reg;
    s->order = order;
    s = add(m, S_BREAK, NOWHERE);
    s->value = (struct value){(uint8_t)reg, 0};
    s->cmp = UNEQUAL;
    body_ends(m, at)->k = 2;
    break;
  case 4: /* a lock made of an exchange */
    if (!m->p->kind[v])
      return;
    at = body_begins(m, S_DO);
    s = add(m, S_EXCHANGE, v);
    s->reg = (uint8_t)reg;
    s->order = an_order(m, S_EXCHANGE);
    s->value = (struct value){NOWHERE, 1};
    s = body_ends(m, at);
    s->value = (struct value){(uint8_t)reg, 0};
    s->cmp = UNEQUAL;
    inside(m);
    s = add(m, S_STORE, v);
    s->order = an_order(m, S_STORE);
    break;
  }
}

/* --- locks made of variables -------------------------------------------- */

/* An atomic variable, and another one; false: there are none. */
static bool two_atomics(struct maker *m, unsigned *v, unsigned *u) {
  unsigned found = 0, first = below(m, m->p->vars);
  for (unsigned i = 0; i < m->p->vars && found < 2; i++) {
    unsigned x = (first + i) % m->p->vars;
    if (m->p->kind[x] != VAR_PLAIN)
      *(found++ ? u : v) = x;
  }
  if (found == 1)
    *u = *v;
  return found > 0;
}

/* The body of a loop that only waits; what happens there is local, mostly. */
static void spin_body(struct maker *m) {
  if (chance(m, 30))
    add(m, S_YIELD, NOWHERE)->k = (int8_t)below(m, YIELDS);
  else if (chance(m, 10))
    poll_body(m);
}

/* A number is drawn, and waited for. */
static void ticket_item(struct maker *m, unsigned next, unsigned now) {
  uint8_t reg = any_reg(m);
  struct statement *s = add(m, S_FETCH_ADD, next);
  s->reg = reg;
  s->order = an_order(m, S_FETCH_ADD);
  s->k = 1;
  unsigned at = own(m)->len;
  s = add(m, S_WHILE, now);
  s->order = an_order(m, S_LOAD);
  s->value = (struct value){reg, 0};
  s->cmp = UNEQUAL;
  spin_body(m);
  body_ends(m, at);
  if (chance(m, 60))
    inside(m);
  s = add(m, chance(m, 50) ? S_STORE : S_ADD, now);
  s->order = s->op == S_ADD ? SEQ_CST : an_order(m, S_STORE);
  s->value = (struct value){reg, 1};
  s->k = 1;
}

/* Each waits at an element of its own, as in a queue. */
static void queue_item(struct maker *m, unsigned next) {
  uint8_t order = m->p->atomic_array ? SEQ_CST : PLAIN;
  struct value mine = an_index(m);
  struct statement *s;
  if (chance(m, 60)) {
    s = add(m, S_FETCH_ADD, next);
    s->reg = any_reg(m);
    s->order = an_order(m, S_FETCH_ADD);
    s->k = 1;
    mine = (struct value){s->reg, 0};
  }
  unsigned at = body_begins(m, S_WHILE_AT);
  spin_body(m);
  s = body_ends(m, at);
  s->other = mine;
  s->order = order;
  s->cmp = (uint8_t)below(m, 2);
  s->k = s->cmp == EQUAL ? 0 : 1;
  if (chance(m, 40))
    inside(m);
  s = add(m, S_STORE_AT, NOWHERE);
  s->order = order;
  s->other = mine;
  s->other.plus++;
  s->value = (struct value){NOWHERE, 1};
}

/* As Peterson waits: one variable, and then another. */
static void both_item(struct maker *m, unsigned v, unsigned u) {
  struct statement *s = add(m, S_STORE, u);
  s->order = an_order(m, S_STORE);
  s->value = (struct value){NOWHERE, (int8_t)below(m, 2)};
  unsigned at = own(m)->len;
  s = add(m, S_WHILE_BOTH, v);
  s->mutex = (uint8_t)u;
  s->order = an_order(m, S_LOAD);
  s->cmp = (uint8_t)below(m, 2);
  s->k = (int8_t)below(m, 2);
  s->other = (struct value){NOWHERE, (int8_t)below(m, 2)};
  spin_body(m);
  body_ends(m, at);
  if (chance(m, 40))
    inside(m);
  s = add(m, S_STORE, v);
  s->order = an_order(m, S_STORE);
  s->value = (struct value){NOWHERE, (int8_t)below(m, 2)};
}

/* Compare-and-swap until it succeeds: of what was read, or of a lock. */
static void swap_item(struct maker *m, unsigned v) {
  bool reads = chance(m, 50), looks = !reads && chance(m, 50);
  uint8_t reg = (uint8_t)below(m, 2), old = (uint8_t)(2 + below(m, 2));
  unsigned at = body_begins(m, S_DO);
  struct statement *s;
  if (reads || looks) {
    unsigned from = own(m)->len;
    s = add(m, looks ? S_WHILE : S_LOAD, v);
    s->order = an_order(m, S_LOAD);
    s->reg = looks ? NOWHERE : old;
    s->cmp = UNEQUAL;
    if (looks)
      body_ends(m, from);
  }
  s = add(m, S_CAS, v);
  s->reg = reg;
  s->order = SEQ_CST;
  s->failure = SEQ_CST;
  s->other = reads ? (struct value){old, 0} : (struct value){NOWHERE, 0};
  s->value = reads ? (struct value){old, 1} : (struct value){NOWHERE, 1};
  if (chance(m, 20))
    add(m, S_YIELD, NOWHERE)->k = (int8_t)below(m, YIELDS);
  s = body_ends(m, at);
  s->value = (struct value){reg, 0};
  s->cmp = EQUAL;
  if (reads)
    return;
  inside(m);
  s = add(m, S_STORE, v);
  s->order = an_order(m, S_STORE);
}

void made_item(struct maker *m) {
  unsigned v = 0, u = 0;
  if (!two_atomics(m, &v, &u))
    return;
  switch (below(m, 4)) {
  case 0:
    ticket_item(m, v, u);
    break;
  case 1:
    queue_item(m, v);
    break;
  case 2:
    both_item(m, v, u);
    break;
  case 3:
    swap_item(m, v);
    break;
  }
}
