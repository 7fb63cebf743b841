/* What the files of parallel.h share. */
#ifndef EXEC_PARALLEL_INSIDE_H
#define EXEC_PARALLEL_INSIDE_H

#include <pthread.h>

#include "base/alloc.h"
#include "base/arena.h"
#include "exec/crash.h"
#include "exec/parallel.h"

enum {
  SLOTS = 32, /* blocks that are under way */
  CHOICES = 1 << 20,
  EVENTS = 1 << 18,
};

/* A block of plans and, later, its runs.  It has a batch of its own, so that
 * a worker goes on to its next block while the last one is looked at. */
struct slot {
  enum { FREE, WAITS, RUNS, DONE } state;
  struct batch *batch;
  uint32_t plan, count;         /* the first in the batch, and how many */
  uint32_t taken;               /* of its runs */
  struct alloc_guard *guard;    /* over whoever dealt it out */
  bool failed, stopped, lacked; /* lacked: memory, in the middle of it */
  const char *error;
  size_t threads; /* numbers of threads after it */
  uint32_t table[THREADS_MAX];
  size_t rows_len; /* what its runs' escapes stand for */
  struct because rows[ESCAPES_MAX];
  VEC(struct spot) crashes; /* where its runs crashed that have no site there */
  struct arena arena;
};

/* The first is the thread that asks: it has none of its own. */
struct worker {
  struct parallel *all;
  struct executor *x;
  pthread_t thread;
  pthread_cond_t wake;
};

struct parallel {
  struct executor base;
  struct worker *workers;
  size_t count, near;   /* near: so many of the first are at no other rank */
  pthread_mutex_t lock; /* of everything down to `table` */
  pthread_cond_t ready;
  bool over, hold;  /* hold: nobody begins a block */
  uint32_t helpers; /* so many of the workers with threads take blocks */
  uint32_t running;
  uint64_t first, next, last; /* slots in use, to be run next, and their end */
  struct slot slots[SLOTS];
  size_t threads;
  uint32_t table[THREADS_MAX]; /* of the runs that were taken over */
  uint32_t dealt;        /* plans of the batch that are in slots or done */
  double window, waited; /* since when; how long for workers, since then */
  double ran, runs;      /* how long they took; of late */
  bool thrifty;          /* nobody asked for workers */
  /* Where they are opened when there is something to gain: */
  bool alone; /* there is one so far, which has the batch */
  struct parallel_more more;
  double due;                          /* when the next are to be opened */
  struct because escapes[ESCAPES_MAX]; /* of all workers, each once */
  size_t escapes_len;
  struct crash_places crashes; /* likewise */
  struct arena arena;          /* of their strings */
  struct alloc_undo undo;
};

/* parallel_reports.c: what the first worker says, for all. */
extern const struct executor parallel_reports;
/* Nobody runs anything, until the next run. */
void parallel_pause(struct parallel *p);

#endif
