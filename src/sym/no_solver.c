/* A build without Z3. */
#include "sym/solver.h"

#ifndef HAVE_Z3

struct solver *solver_open(const struct sym_store *s, unsigned patience) {
  (void)s;
  (void)patience;
  return NULL;
}

void solver_watch(struct solver *z, bool (*give_up)(void *user), void *user) {
  (void)z;
  (void)give_up;
  (void)user;
}

enum sym_answer solver_check(struct solver *z, const sym_id *conditions,
                             size_t count, struct sym_values *v) {
  (void)z;
  (void)conditions;
  (void)count;
  (void)v;
  return SYM_UNKNOWN;
}

void solver_close(struct solver *z) {
  (void)z;
}

#endif
