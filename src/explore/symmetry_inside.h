/* symmetry_inside: what the files of symmetry.h share.  symmetry.c finds the
 * blocks, symmetry_fold.c folds states. */
#ifndef EXPLORE_SYMMETRY_INSIDE_H
#define EXPLORE_SYMMETRY_INSIDE_H

#include <pthread.h>

#include "explore/rows.h"
#include "explore/symmetry.h"

enum {
  SYMMETRY_MEMBERS = 20, /* of a block at most: their orders can be counted */
  SYMMETRY_TRIED = 7,    /* where orders are tried one by one */
};

struct exchange { /* of two objects */
  object_id a, b;
};

struct symmetry_block {
  process_id count;
  process_id *members;
  struct { /* by member and member: what is exchanged with them */
    struct exchange *at;
    size_t count;
  } * exchanges;
  size_t own_count;
  object_id *own; /* by member, then in an order that is the same for all */
  bool tangled; /* some object is of two members, or what is of one says who */
  uint64_t orders; /* of its members */
};

struct symmetry {
  const struct model *model;
  VEC(struct symmetry_block) blocks;
  VEC(object_id) locks;
  VEC(object_id) ports; /* that remember who sent */
  uint32_t *block_of;   /* by process; NONE */
  /* By process, then object: numbers of values, made when first asked for. */
  struct rows *keys;     /* hash of what a value is */
  struct rows *to_first; /* 1 + the number of the same value in `first` */
  struct rows *from_first;
  struct rows *holders; /* of locks: 2 + who */
  struct rows *held;    /* of locks, by 1 + holder: 1 + value */
  uint32_t *first;      /* of those that it is exchanged with, the first */
  pthread_mutex_t lock;
};

#endif
