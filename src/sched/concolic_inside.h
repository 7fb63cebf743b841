/* concolic_inside: what concolic.c and concolic_saved.c share. */
#ifndef SCHED_CONCOLIC_INSIDE_H
#define SCHED_CONCOLIC_INSIDE_H

#include "base/map.h"
#include "base/vec.h"
#include "sched/concolic.h"

enum { POOL = 256 }; /* inputs kept for random schedules */

/* A branch, known by the choices before it. */
struct known_branch {
  sym_id condition;
  uint8_t ways; /* that it can go: 1 no, 2 yes */
  bool decided; /* whether `ways` is known */
};

/* Conditions that a plan is to satisfy. */
struct wanted {
  uint32_t first, count;
  uint32_t given, given_count; /* inputs that it has beside those */
};

struct concolic {
  struct executor base;
  struct executor *x;
  struct concolic_options options;
  struct sym_store store;
  struct sym_query *query;
  struct map index; /* hash of choices -> 1 + index in known */
  VEC(struct known_branch) known;
  VEC(uint64_t) hashes; /* by known: of the choices */
  VEC(struct lost) lost;
  VEC(struct wanted) wanted; /* by the seed of a plan with PLAN_FREE */
  VEC(sym_id) wants;
  VEC(struct plan_input) given;
  VEC(struct sym_values) pool;
  size_t pool_next;
  struct concolic_stats stats;
  /* the run at hand */
  VEC(sym_id) ids;  /* its expressions in the store */
  VEC(sym_id) path; /* the conditions it has met */
  VEC(sym_id) ask;
  struct sym_values values, answer;
  unsigned forks, bits; /* followed so far; in the address at hand */
  uint32_t bits_site;
  bool full; /* more branches than are followed were met */
};

/* concolic_saved.c: executor.h, save and load. */
void concolic_save(const struct executor *x, struct text *out);
bool concolic_load(struct executor *x, struct unpack *in);

#endif
