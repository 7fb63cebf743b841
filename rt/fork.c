/* Other processes: fork is the kernel's, and the verdict is incomplete, but of
 * a run and of all that come from it there are not more than some. RLIMIT_NPROC
 * does not bind root, and where sleeping takes no time a loop of children that
 * sleep would double them for ever. */
#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "rt/calls.h"
#define IN_FORK /* here it is */
#include "rt/kernel.h"
#include "rt/rt.h"

enum { FORKS_MOST = 64, HANDLERS_MOST = 64 };

/* Of this process and of those it has made.  Each run has another, so that what
 * is left of one has nothing of the next. */
static uint32_t *forks;
static pid_t counts; /* who has made it */
static bool child_of_run;

/* What the program wants to be done at a fork, as pthread_atfork was told. */
static struct handlers {
  void (*prepare)(void), (*parent)(void), (*child)(void);
} handlers[HANDLERS_MOST];
static unsigned handlers_len;

int heddle_pthread_atfork(void (*prepare)(void), void (*parent)(void),
                          void (*child)(void)) {
  if (handlers_len == HANDLERS_MOST)
    return ENOMEM;
  handlers[handlers_len++] = (struct handlers){prepare, parent, child};
  return 0;
}

/* The last that was given comes first. */
static void prepare(void) {
  for (unsigned i = handlers_len; i-- > 0;)
    if (handlers[i].prepare)
      handlers[i].prepare();
}

static void finish(bool child) {
  for (unsigned i = 0; i < handlers_len; i++) {
    void (*f)(void) = child ? handlers[i].child : handlers[i].parent;
    if (f)
      f();
  }
}

static bool may_fork(void) {
  if (!forks) {
    void *page = mmap(NULL, sizeof *forks, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED)
      return false;
    forks = page;
    counts = getpid();
  }
  return __atomic_add_fetch(forks, 1, __ATOMIC_RELAXED) <= FORKS_MOST;
}

void rt_forks_reset(void) {
  handlers_len = 0;
  if (forks && counts == getpid()) {
    munmap(forks, sizeof *forks);
    forks = NULL;
  }
}

bool rt_fork_answers(void) {
  if (!forks)
    return false;
  threads_each(rt.words, &rt.live, t) {
    const struct fiber *f = &rt.fibers[t];
    bool parked = t == rt.current->id || !f->finished;
    if (parked && (op_bits[f->kind] & 15) == CLASS_STREAM)
      return true;
  }
  return false;
}

static void take_over(char *copy, const void *from, size_t len) {
  memcpy(copy + ((const char *)from - (const char *)rt.wire), from, len);
}

/* The child goes on with the run, which nobody hears of: it has a copy of what
 * it needs of the memory that is shared with the explorer, and at its end the
 * process ends (run.c). */
static void begin_child(void) {
  size_t size = rt.wire->size;
  void *copy = mmap(NULL, size, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (copy == MAP_FAILED)
    _exit(1);
  const struct wire *w = rt.wire;
  const char *at = (const char *)w;
  take_over(copy, w, sizeof *w);
  take_over(copy, rt.plan, sizeof *rt.plan);
  take_over(copy, rt.prefix,
            (size_t)(rt.prefix_end - rt.prefix) * sizeof *rt.prefix);
  take_over(copy, at + w->inputs, w->inputs_cap * sizeof(struct plan_input));
  take_over(copy, at + w->cold, COLD_SITES / 8);
  take_over(copy, at + w->exprs, (uint64_t)w->exprs_len * WIRE_EXPR_SIZE);
  take_over(copy, rt.events, (size_t)(rt.event - rt.events) * sizeof *rt.event);
  if (mremap(copy, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, rt.wire) ==
      MAP_FAILED)
    _exit(1);
  child_of_run = true;
  /* the plan is for the other one */
  struct plan own = {.after = AFTER_FIRST,
                     .preemptions = PLAN_UNBOUNDED,
                     .delays = PLAN_UNBOUNDED};
  memcpy((void *)(uintptr_t)rt.plan, &own, sizeof own);
  policy_begin(&rt.policy, rt.plan);
  rt.next = rt.prefix_end;
  threads_clear(rt.words, &rt.asleep);
  rt.followed = false;
}

bool rt_in_child(void) {
  return child_of_run;
}

pid_t heddle_fork(void) {
  heddle_at site = heddle_here;
  prepare();
  uint32_t before = rt.current->inside;
  rt.current->inside = 1 + rt_escape(WHY_UNMODELLED, "fork", site);
  rt.wire->inside = rt.current->inside;
  pid_t child = -1;
  if (may_fork())
    child = fork();
  else
    errno = EAGAIN;
  if (!child)
    begin_child();
  heddle_left(before);
  finish(!child);
  return child;
}
