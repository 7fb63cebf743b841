/* Semaphores with names.  Those that exist in the kernel are not seen, and none
 * is left behind: the names of a run are one object, and the semaphores are as
 * those without (semaphore.c), in the heap of who made them. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <string.h>

#include "rt/call.h"
#include "rt/calls.h"
#include "rt/objects.h"
#include "rt/rt.h"

enum { NAMES = 64, LONGEST = 64 };

static struct named {
  char name[LONGEST]; /* without the slash; "": it was removed */
  struct rt_semaphore *semaphore;
  uint32_t opened; /* and not closed */
} all[NAMES] PUT_BACK;

static const struct heddle_global names NAMED = {all, "names-of-semaphores",
                                                 sizeof all, sizeof all, 0};

static sem_t *fail(int error) {
  errno = error;
  return SEM_FAILED;
}

/* As glibc takes it: NULL and errno when it is no name. */
static const char *read_name(const char *name, heddle_at site) {
  struct rt_call k;
  rt_call_open(&k, site);
  rt_call_text(&k, 0, name, PTRDIFF_MAX, 1);
  rt_call_close(&k);
  while (*name == '/')
    name++;
  size_t len = strlen(name);
  errno = len > NAME_MAX - 4 ? ENAMETOOLONG : EINVAL;
  if (!len || len > NAME_MAX - 4 || strchr(name, '/'))
    return NULL;
  if (len >= LONGEST)
    rt_escape_end(WHY_UNMODELLED, "a long name of a semaphore", site);
  return name;
}

/* After a step on the names. */
static struct named *find(const char *name) {
  for (unsigned i = 0; i < NAMES; i++)
    if (all[i].semaphore && !strcmp(all[i].name, name))
      return &all[i];
  return NULL;
}

static sem_t *make(const char *name, unsigned value, heddle_at site) {
  unsigned i = 0;
  while (i < NAMES && all[i].semaphore)
    i++;
  if (i == NAMES)
    rt_escape_end(WHY_UNMODELLED, "more than 64 semaphores with names", site);
  struct rt_semaphore *s = rt_heap_alloc(sizeof(sem_t), 16);
  *s = (struct rt_semaphore){.value = value};
  all[i].semaphore = s;
  all[i].opened = 1;
  strcpy(all[i].name, name);
  return (sem_t *)s;
}

sem_t *heddle_sem_open(const char *path, int flags, ...) {
  heddle_at site = heddle_here;
  unsigned value = 0;
  if (flags & O_CREAT) {
    va_list args;
    va_start(args, flags);
    (void)va_arg(args, unsigned); /* the mode: everything here is ours */
    value = va_arg(args, unsigned);
    va_end(args);
  }
  const char *name = read_name(path, site);
  if (!name)
    return SEM_FAILED;
  rt_state_use((uint64_t)all, true, false, site);
  struct named *n = find(name);
  if (n && flags & O_CREAT && flags & O_EXCL)
    return fail(EEXIST);
  if (!n && !(flags & O_CREAT))
    return fail(ENOENT);
  if (!n && value > INT_MAX)
    return fail(EINVAL);
  if (!n)
    return make(name, value, site);
  n->opened++;
  return (sem_t *)n->semaphore;
}

/* The last who closes one whose name was removed is the last who knows it. */
int heddle_sem_close(sem_t *s) {
  rt_state_use((uint64_t)all, true, false, heddle_here);
  for (unsigned i = 0; i < NAMES; i++)
    if (all[i].semaphore == (struct rt_semaphore *)s && all[i].opened) {
      if (!--all[i].opened && !all[i].name[0])
        all[i].semaphore = NULL;
      return 0;
    }
  fail(EINVAL);
  return -1;
}

int heddle_sem_unlink(const char *path) {
  heddle_at site = heddle_here;
  const char *name = read_name(path, site);
  if (name)
    rt_state_use((uint64_t)all, true, false, site);
  struct named *n = name ? find(name) : NULL;
  if (!n) {
    fail(ENOENT);
    return -1;
  }
  n->name[0] = 0;
  if (!n->opened)
    n->semaphore = NULL;
  return 0;
}
