#include "rt/rank.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "rt/rt.h"

extern char __start_heddle_data[] __attribute__((weak));
extern char __stop_heddle_data[] __attribute__((weak));
extern char **environ;

static struct {
  char *images; /* the variables of thread 0 and of each rank, when they are not
                   in place; or NULL */
  unsigned room;     /* for so many ranks */
  int argc;          /* of every rank's main */
  unsigned in_place; /* the thread whose variables are */
} self;

static size_t size_of_all(void) {
  return (size_t)(__stop_heddle_data - __start_heddle_data);
}

static char *image_of(unsigned thread) {
  return self.images + thread * size_of_all();
}

static void make_images(unsigned ranks) {
  size_t size = (ranks + 1) * size_of_all() + 1;
  if (self.room >= ranks)
    return;
  self.images = mmap(NULL, size, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (self.images == MAP_FAILED)
    rt_escape_end(WHY_MEMORY, "no memory for the variables of ranks", NULL);
  self.room = ranks;
}

void rt_rank_enter(const struct fiber *to) {
  if (to->id == self.in_place || to->id > rt.ranks)
    return;
  memcpy(image_of(self.in_place), __start_heddle_data, size_of_all());
  memcpy(__start_heddle_data, image_of(to->id), size_of_all());
  self.in_place = to->id;
}

void *rt_rank_memory(unsigned rank, void *at) {
  uint64_t offset = (uint64_t)at - (uint64_t)__start_heddle_data;
  if (!rt.ranks || rank + 1 == self.in_place || offset >= size_of_all())
    return at;
  return image_of(rank + 1) + offset;
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

_Noreturn void rt_rank_end(int code) {
  if (rt_mpi_leave)
    rt_mpi_leave();
  rt_fiber_exit((void *)(intptr_t)code);
}

/* As pthread_create, but nobody needs to know that there is somebody else:
 * what ranks share is MPI's. */
static struct fiber *start(void) {
  struct fiber *f = rt_fiber_make(rt.current, rank_main, NULL);
  rt.unjoined--;
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
  for (unsigned r = 0; r < count; r++) {
    all[r] = start();
    memcpy(image_of(all[r]->id), __start_heddle_data, size_of_all());
  }
  for (unsigned r = 0; r < count; r++) {
    await_end(all[r]);
    if (!code)
      code = (int)(intptr_t)all[r]->result;
  }
  return code;
}
