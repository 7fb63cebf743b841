#include "rt/rank.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "rt/calls.h"
#include "rt/rt.h"

extern char __start_heddle_data[] __attribute__((weak));
extern char __stop_heddle_data[] __attribute__((weak));
extern char **environ;

/* The variables of thread 0, and of rank r by 1 + r: where they are when they are
 * not in place, and what rt.h has of the threads of the rank. */
struct rank {
  uint32_t unjoined;
  struct event *last_join;
};

static struct {
  unsigned room;     /* for the variables of so many ranks */
  int argc;          /* of every rank's main */
  unsigned in_place; /* 1 + the rank whose variables are, or 0 */
  struct rank all[WIRE_RANKS + 1];
} self;

static size_t size_of_all(void) {
  return (size_t)(__stop_heddle_data - __start_heddle_data);
}

/* Those of thread 0, which no event tells of, are behind all others. */
static char *image_of(unsigned rank) {
  return __start_heddle_data +
         ((uint64_t)(rank ? rank : WIRE_RANKS + 1) << WIRE_RANK_SHIFT);
}

static void make_image(unsigned rank) {
  uint64_t page = 4096, from = (uint64_t)image_of(rank) & -page;
  uint64_t to = (uint64_t)image_of(rank) + size_of_all();
  void *at = mmap(
      (void *)from, to - from + 1, PROT_READ | PROT_WRITE,
      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (at != (void *)from)
    rt_escape_end(WHY_MEMORY, "no memory for the variables of ranks", NULL);
}

static void make_images(unsigned ranks) {
  if (!self.room)
    make_image(0);
  for (; self.room < ranks; self.room++)
    make_image(self.room + 1);
}

static void put_in_place(unsigned rank) {
  memcpy(image_of(self.in_place), __start_heddle_data, size_of_all());
  memcpy(__start_heddle_data, image_of(rank), size_of_all());
  self.all[self.in_place] = (struct rank){rt.unjoined, rt.last_join};
  rt.unjoined = self.all[rank].unjoined;
  rt.last_join = self.all[rank].last_join;
  self.in_place = rank;
}

void rt_rank_enter(const struct fiber *to) {
  if (to->rank != self.in_place)
    put_in_place(to->rank);
  if (rt_mpi_switch && to->rank)
    rt_mpi_switch(to);
}

void *rt_rank_memory(unsigned rank, void *at) {
  uint64_t offset = (uint64_t)at - (uint64_t)__start_heddle_data;
  if (!rt.ranks || rank + 1 == self.in_place || offset >= size_of_all())
    return at;
  return image_of(rank + 1) + offset;
}

uint64_t rt_rank_object(uint64_t object) {
  uint64_t offset = object - (uint64_t)__start_heddle_data;
  return offset < size_of_all()
             ? object + ((uint64_t)rt.current->rank << WIRE_RANK_SHIFT)
             : object;
}

uint64_t rt_rank_place(uint64_t object) {
  uint64_t rank = object >> WIRE_RANK_SHIFT;
  uint64_t at = object - (rank << WIRE_RANK_SHIFT);
  uint64_t offset = at - (uint64_t)__start_heddle_data;
  bool there = rank && rank == self.in_place && offset < size_of_all();
  return there ? at : object;
}

#pragma weak heddle_pthread_create
bool rt_ranks_have_threads(void) {
  return heddle_pthread_create != NULL;
}

void rt_ranks_reset(void) {
  rt.ranks = 0;
  self.in_place = 0;
  if (rt_mpi_reset)
    rt_mpi_reset();
}

/* --- a rank -------------------------------------------------------------- */

/* Where getopt stands is the library's, and so not the rank's own. */
static void *rank_main(void *unused) {
  (void)unused;
  optind = 0;
  int code = heddle_user_main(self.argc, rt_argv, environ);
  heddle_here = NULL;
  rt_rank_end(&heddle_main_is_void ? 0 : code);
}

/* The process of a rank ends by what its first thread does, and takes the others
 * with it.  Where there are some the model lets them go on. */
static void leave_others(void) {
  const struct fiber *me = rt.current;
  if (me->id != me->rank)
    rt_escape_end(WHY_UNMODELLED, "exit by another thread of a rank",
                  heddle_here);
  threads_each(rt.words, &rt.live,
               t) if (t != me->id && rt.fibers[t].rank == me->rank) {
    rt_escape(WHY_UNMODELLED, "a rank that ends before its threads", NULL);
    return;
  }
}

_Noreturn void rt_rank_end(int code) {
  leave_others();
  if (rt_mpi_leave)
    rt_mpi_leave();
  rt_fiber_exit((void *)(intptr_t)code);
}

/* As pthread_create, but nobody needs to know that there is somebody else:
 * what ranks share is MPI's. */
static struct fiber *start(unsigned rank) {
  struct fiber *f = rt_fiber_make(rt.current, rank_main, NULL);
  f->rank = (uint16_t)(rank + 1);
  rt.unjoined--;
  self.all[f->rank] = (struct rank){0};
  rt_silent(OP_CREATE, f->id, f->id, NULL);
  return f;
}

static void await_end(struct fiber *f) {
  if (!f->finished) {
    f->joiner = (uint16_t)(rt.current->id + 1);
    rt_block(OP_JOIN, f->id, NULL);
  }
  rt_silent(OP_JOIN, f->id, f->id, NULL);
  f->joined = true;
}

int rt_ranks_run(unsigned count, int argc) {
  struct fiber *all[THREADS_MAX];
  int code = 0;
  make_images(count);
  self.argc = argc;
  rt.ranks = count;
  rt.outside = true; /* what is put aside is more than circle.c knows */
  if (rt_mpi_begin)
    rt_mpi_begin();
  for (unsigned r = 0; r < count; r++) {
    all[r] = start(r);
    memcpy(image_of(r + 1), __start_heddle_data, size_of_all());
  }
  for (unsigned r = 0; r < count; r++) {
    await_end(all[r]);
    if (!code)
      code = (int)(intptr_t)all[r]->result;
  }
  return code;
}
