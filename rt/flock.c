/* flockfile and its like: the lock that standard output and error each have,
 * which its thread may take again, and which every call that prints holds
 * while it prints.  Linked only into programs that call one of these functions;
 * in others nobody can tell who printed first, and printing is no step.
 *
 * Other streams are libc's, and so are their locks: there the run ends. */
#include <stdio.h>

#include "rt/calls.h"
#include "rt/rt.h"
#define IN_FLOCK /* here it is */
#include "rt/stdio.h"

static pthread_mutex_t locks[2] PUT_BACK = {
    PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP,
    PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP};

/* Their names in stories. */
static const struct heddle_global names[2] NAMED = {
    {&locks[0], "stdout", sizeof *locks, sizeof *locks, 0},
    {&locks[1], "stderr", sizeof *locks, sizeof *locks, 0}};

static pthread_mutex_t *lock_of(const FILE *f, const char *name) {
  if (f != stdout && f != stderr)
    rt_escape_end(WHY_UNMODELLED, name, heddle_here);
  return &locks[f == stderr];
}

void rt_flock_pass(unsigned which, heddle_at site) {
  heddle_here = site;
  heddle_pthread_mutex_lock(&locks[which]);
  heddle_here = site;
  heddle_pthread_mutex_unlock(&locks[which]);
  heddle_here = site;
}

void heddle_flockfile(FILE *f) {
  heddle_pthread_mutex_lock(lock_of(f, "flockfile"));
}

int heddle_ftrylockfile(FILE *f) {
  return heddle_pthread_mutex_trylock(lock_of(f, "ftrylockfile"));
}

void heddle_funlockfile(FILE *f) {
  heddle_pthread_mutex_unlock(lock_of(f, "funlockfile"));
}
