/* parts: the parts of a global state, and the numbers of their values.
 *
 * A part is a process (its location and variables), a shared variable, lock
 * or semaphore, or the contents of a channel or port.  Under the causal
 * scheme all ports together are one part, because a reception changes what
 * messages at other ports remember (queue.h).  The values that a part takes
 * are few, however many global states there are: each is kept once and is
 * numbered in the order it is first seen (SPIN's COLLAPSE; Holzmann 1997).
 * A global state is then a vector of numbers.
 *
 * In working form a value is a list of words:
 *   process           location, slot 0, slot 1, ...
 *   shared, sem, lock the value; the holder of a lock, or -1
 *   channel, port     see queue.h
 *
 * All operations may be called from several workers at once. */
#ifndef EXPLORE_PARTS_H
#define EXPLORE_PARTS_H

#include <pthread.h>

#include "base/hash.h"
#include "base/vec.h"
#include "model/model.h"

typedef uint32_t part_id; /* processes first, then objects */
typedef uint32_t value_id;

struct words {
  int32_t *at;
  size_t len, cap;
};

enum part_kind {
  PART_PROCESS,
  PART_SCALAR,
  PART_CHANNEL,
  PART_PORT,
  PART_NET,
  PART_OTHER, /* numbered words that are no part of the state */
  PART_WORDS, /* of a machine (model/machine.h): any number of words */
};

struct part {
  enum part_kind kind;
  bool passing;   /* the same in all states that are stored: takes no bits */
  uint32_t index; /* process_id or object_id; of the net: its first port */
  /* How words become bytes: of a process or scalar one field each, of a
   * queue all words alike (field_count is 1). */
  struct part_field {
    int32_t lo;
    unsigned bytes; /* 1, 2 or 4 */
  } * fields;
  size_t field_count;
  pthread_mutex_t lock;
  VEC(uint8_t) pool;  /* the values, one after the other */
  VEC(uint32_t) ends; /* where value i ends in the pool */
  uint32_t *slots;    /* value + 1, or 0 */
  size_t slot_cap;
  _Atomic value_id count; /* values so far */
};

struct parts {
  const struct model *model;
  part_id count;
  struct part *at;
  part_id *of_object; /* by object_id */
  /* PART_OTHER, behind the others: */
  part_id tuples;     /* values of several parts together (moves.h) */
  part_id faces;      /* of queues (face.h) */
  part_id operations; /* on queues */
  part_id last;
  /* A part has more values than can be kept, or a limit came in the middle of
   * a state (crank_walk.c): what is found from then on is meaningless, and
   * the search ends. */
  _Atomic bool full;
};

/* slots: of a machine; otherwise 0. */
void parts_open(struct parts *ps, const struct model *m, uint32_t slots);
void parts_close(struct parts *ps);

value_id parts_number(struct parts *ps, part_id part, const int32_t *words,
                      size_t count);
/* The words of a value; replaces what is in out. */
void parts_words(struct parts *ps, part_id part, value_id value,
                 struct words *out);
/* The pool and ends of a part were loaded: the rest is made of them.  False:
 * they do not fit together. */
bool parts_restore(struct parts *ps, part_id part);
/* A value as bytes, the same at every rank of one search. */
const uint8_t *parts_raw(const struct parts *ps, part_id part, value_id value,
                         size_t *len);
/* Its number; it gets one, if it had none. */
value_id parts_number_raw(struct parts *ps, part_id part, const uint8_t *at,
                          size_t len);
/* Only the first so many values stay.  Nobody else is at work. */
void parts_keep(struct parts *ps, part_id part, value_id count);
uint64_t parts_bytes(const struct parts *ps);

/* What a value adds to the hash of a state; states hash to the exclusive or
 * of their parts. */
static inline uint64_t parts_hash(part_id part, value_id value) {
  return hash_mix(((uint64_t)part << 32 | value) + 0x9e3779b97f4a7c15u);
}

void words_push(struct words *w, int32_t x);
void words_resize(struct words *w, size_t len);
void words_free(struct words *w);

#endif
