#include "shrink.h"

#include <string.h>

#include "base/vec.h"

enum { MOST = 150 }; /* candidates in a binary */

typedef VEC(struct program) candidates;

/* Statements from..end of a thread go; bodies around them get smaller. */
static void cut(struct program *p, unsigned t, unsigned from, unsigned end) {
  struct thread *th = &p->thread[t];
  unsigned n = end - from;
  for (unsigned i = 0; i < from; i++)
    if (program_next(th, i) >= end && th->at[i].body)
      th->at[i].body -= (uint8_t)n;
  memmove(th->at + from, th->at + end, (th->len - end) * sizeof *th->at);
  th->len -= (uint8_t)n;
}

static void cut_statement(struct program *p, unsigned t, unsigned i) {
  cut(p, t, i, program_next(&p->thread[t], i));
}

/* One thing less. */
static void add_single(const struct program *p, candidates *out) {
  for (unsigned t = 0; t < p->threads; t++) {
    struct program next = *p;
    if (t && p->thread[t].len > 1) {
      next.thread[t].len = 0;
      vec_push(out, next);
    }
    for (unsigned i = 0; i < p->thread[t].len; i++) {
      next = *p;
      cut_statement(&next, t, i);
      vec_push(out, next);
      if (p->thread[t].at[i].body && !program_breaks(&p->thread[t], i)) {
        next = *p;
        next.thread[t].at[i].body = 0;
        cut(&next, t, i, i + 1);
        vec_push(out, next);
      }
    }
  }
}

/* Two statements of one thread less: a lock and its unlock. */
static void add_pairs(const struct program *p, candidates *out) {
  for (unsigned t = 0; t < p->threads; t++)
    for (unsigned i = 0; i < p->thread[t].len; i++)
      for (unsigned k = program_next(&p->thread[t], i); k < p->thread[t].len;
           k++) {
        struct program next = *p;
        cut_statement(&next, t, k);
        cut_statement(&next, t, i);
        vec_push(out, next);
      }
}

/* The same with simpler settings. */
static void add_settings(const struct program *p, candidates *out) {
  struct program next = *p;
  next.c11 = 0;
  if (p->c11)
    vec_push(out, next);
  next = *p;
  next.shared = 0;
  if (p->shared)
    vec_push(out, next);
  next = *p;
  next.tells = 0;
  if (p->tells)
    vec_push(out, next);
  for (unsigned i = 0; i < MUTEXES; i++) {
    next = *p;
    next.mutex_kind[i] = M_NORMAL;
    if (p->mutex_kind[i])
      vec_push(out, next);
  }
}

void shrink(struct program *p, shrink_fails *fails, void *user) {
  candidates list = {0};
  for (bool smaller = true; smaller;) {
    smaller = false;
    vec_clear(&list);
    add_single(p, &list);
    add_settings(p, &list);
    add_pairs(p, &list);
    for (size_t from = 0; from < list.len && !smaller; from += MOST) {
      unsigned n = list.len - from < MOST ? (unsigned)(list.len - from) : MOST;
      unsigned first = fails(list.at + from, n, user);
      if (first < n) {
        *p = list.at[from + first];
        smaller = true;
      }
    }
  }
  vec_free(&list);
}
