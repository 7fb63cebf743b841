/* random_maker: what random programs are made with (random_program.c). */
#ifndef TESTS_ORACLE_RANDOM_MAKER_H
#define TESTS_ORACLE_RANDOM_MAKER_H

#include "base/rng.h"
#include "program.h"

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
  G_MADE, /* locks made of variables */
  G_INPUT,
  G_BLOCK,
  G_JOINS,
  G_CALLED,
  G_HEAP,
  G_STREAM,
  G_ROBUST,
  G_MEMORY, /* calls of a library on memory */
  GROUPS
};

struct maker {
  struct program *p;
  struct rng r;
  unsigned thread, groups;
  uint8_t guard[VARS];  /* mutex of a plain variable, or NOWHERE */
  uint8_t waits[CONDS]; /* 1 + the mutex that all wait with, or 0 */
};

static inline bool has(const struct maker *m, unsigned group) {
  return m->groups >> group & 1;
}

static inline unsigned below(struct maker *m, unsigned n) {
  return rng_below(&m->r, n);
}
static inline bool chance(struct maker *m, unsigned percent) {
  return rng_chance(&m->r, percent);
}

static inline struct thread *own(struct maker *m) {
  return &m->p->thread[m->thread];
}

static inline uint8_t any_reg(struct maker *m) {
  return (uint8_t)below(m, REGS);
}

/* A statement more of the thread; further fields are zero, or NOWHERE. */
struct statement *add(struct maker *m, unsigned op, unsigned object);
struct value any_value(struct maker *m);
/* The body is what is added between the two. */
unsigned body_begins(struct maker *m, unsigned op);
struct statement *body_ends(struct maker *m, unsigned at);
uint8_t an_order(struct maker *m, unsigned op);
/* Of the array. */
struct value an_index(struct maker *m);
void plain_access(struct maker *m, unsigned v);
/* A few accesses. */
void inside(struct maker *m);
/* Try, and if it was taken do something and give it back. */
void try_item(struct maker *m);

/* --- random_waits.c --- */
void poll_item(struct maker *m);
void made_item(struct maker *m);

#endif
