/* ranks: the processes that mpirun (or srun) has started together, and what
 * they tell each other.
 *
 *     struct ranks *r = ranks_started() ? ranks_open(&why) : NULL;
 *     ranks_share(r, &mine, sizeof mine, &all);   everybody has all of them
 *     ranks_exchange(r, out, in);                 out[i] is in[me] of rank i
 *     ranks_close(r);
 *
 * One rank is one process with a number; what it knows the others do not,
 * unless it is sent.  Everything goes as bytes: all ranks are the same program
 * on the same kind of machine.
 *
 * share and exchange are for all together: every rank calls the same ones in
 * the same order, and nobody returns before all have called.  post and poll
 * are for two: what one posts another polls, in the order it was posted.  The
 * two do not mix: nothing that was posted is on its way when all meet.
 *
 * How bytes travel is a row of functions: MPI (mpi.c, which loads the library
 * when it is asked to, so that nobody else pays for it), or threads of one
 * process (threads.c), for tests.
 *
 * Several threads may talk, one at a time: whoever has several sees to that.
 *
 * A rank that dies ends all: MPI's starter notices, names it, and kills the
 * rest.  One that stands still, or whose network does, is waited for; rank 0 can
 * be told who it is (slow). */
#ifndef RANKS_RANKS_H
#define RANKS_RANKS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "base/vec.h"

struct bytes {
  uint8_t *at;
  size_t len, cap;
};

struct ranks {
  unsigned rank, count;
  unsigned here;  /* ranks on this machine, this one among them */
  uint64_t sent;  /* bytes, to others */
  uint64_t meets; /* times that all have met */
  double waited;  /* seconds, for others */
  /* Rank 0 is told, at most once for each time that all meet, for whom it has
   * waited longer than its patience (0: it is told nothing). */
  void (*slow)(const struct ranks *r, unsigned rank, double seconds);
  double patience;
  const struct ranks_way *way;
};

/* What all have given, one behind the other. */
struct ranks_all {
  struct bytes bytes;
  VEC(size_t) ends; /* by rank */
};

struct ranks_way {
  void (*share)(struct ranks *r, const void *mine, size_t len,
                struct ranks_all *all);
  void (*exchange)(struct ranks *r, const struct bytes *out, struct bytes *in);
  void (*post)(struct ranks *r, unsigned to, const void *at, size_t len);
  bool (*poll)(struct ranks *r, unsigned *from, struct bytes *in);
  void (*attend)(struct ranks *r);
  void (*close)(struct ranks *r);
};

/* Was this process started as one of several?  Asks the environment only. */
bool ranks_started(void);
/* NULL: *why says why they cannot talk. */
struct ranks *ranks_open(struct text *why);
void ranks_close(struct ranks *r);

static inline void ranks_share(struct ranks *r, const void *mine, size_t len,
                               struct ranks_all *all) {
  r->meets++;
  r->way->share(r, mine, len, all);
}
/* By rank; what is in `in` is replaced. */
static inline void ranks_exchange(struct ranks *r, const struct bytes *out,
                                  struct bytes *in) {
  r->meets++;
  r->way->exchange(r, out, in);
}
/* Does not wait for whom it is meant. */
static inline void ranks_post(struct ranks *r, unsigned to, const void *at,
                              size_t len) {
  r->way->post(r, to, at, len);
}
/* The next that came from anybody; false: there is none now. */
static inline bool ranks_poll(struct ranks *r, unsigned *from,
                              struct bytes *in) {
  return r->way->poll(r, from, in);
}

/* Whoever does something else for long calls it now and then (every millisecond
 * or so): what was posted, and what comes, is on its way meanwhile. */
static inline void ranks_attend(struct ranks *r) {
  r->way->attend(r);
}

/* What rank i gave. */
static inline const void *ranks_given(const struct ranks_all *a, unsigned i,
                                      size_t *len) {
  size_t begin = i ? a->ends.at[i - 1] : 0;
  *len = a->ends.at[i] - begin;
  return a->bytes.at + begin;
}
void ranks_all_free(struct ranks_all *a);

void bytes_add(struct bytes *b, const void *at, size_t len);
/* Room for so many more, which are not set; where they are. */
uint8_t *bytes_more(struct bytes *b, size_t len);
void bytes_free(struct bytes *b);

/* Threads of one process, for tests: as many as there are, each closed by its
 * own thread. */
void ranks_threads(struct ranks **ranks, unsigned count);

#endif
