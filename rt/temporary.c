/* Files and folders with names of libc's choice: the same in every run, each
 * thread's own. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "rt/calls.h"
#include "rt/kernel.h"
#include "rt/rt.h"

enum { LETTERS = 6, TRIES = 1000 };

static uint16_t made[THREADS_MAX] PUT_BACK; /* names, by each thread */

/* The letters that are to be replaced; NULL and errno: there are none. */
static char *letters(char *name, int behind) {
  size_t len = strlen(name);
  char *at = behind >= 0 && len >= (size_t)behind + LETTERS
                 ? name + len - (size_t)behind - LETTERS
                 : NULL;
  if (at && !strncmp(at, "XXXXXX", LETTERS))
    return at;
  errno = EINVAL;
  return NULL;
}

static void put(char *at) {
  unsigned id = rt.current->id, n = id << 14 | (made[id]++ & 0x3fff);
  for (int i = LETTERS - 1; i >= 0; i--, n /= 26)
    at[i] = (char)('a' + n % 26);
}

static int make_file(char *name, int behind, int flags, heddle_at site) {
  char *at = letters(name, behind);
  rt_trial_stop();
  if (!at)
    return -1;
  rt_argument_write(0, at, LETTERS, site, 0);
  for (int i = 0; i < TRIES; i++) {
    put(at);
    heddle_here = site;
    int file = heddle_open(
        name, (flags & ~O_ACCMODE) | O_RDWR | O_CREAT | O_EXCL, 0600);
    if (file >= 0 || errno != EEXIST)
      return file;
  }
  errno = EEXIST;
  return -1;
}

int heddle_mkstemp(char *name) {
  return make_file(name, 0, 0, heddle_here);
}

int heddle_mkostemp(char *name, int flags) {
  return make_file(name, 0, flags, heddle_here);
}

int heddle_mkstemps(char *name, int behind) {
  return make_file(name, behind, 0, heddle_here);
}

int heddle_mkstemp64(char *name) {
  return make_file(name, 0, 0, heddle_here);
}

char *heddle_mkdtemp(char *name) {
  heddle_at site = heddle_here;
  char *at = letters(name, 0);
  rt_trial_stop();
  if (!at)
    return NULL;
  rt_argument_write(0, at, LETTERS, site, 0);
  for (int i = 0; i < TRIES; i++) {
    put(at);
    rt_name_use(name, true, site);
    rt_name_judge(name, ABI_CREATES, "mkdtemp", site);
    int failed = mkdir(name, 0700);
    rt_name_done();
    if (!failed || errno != EEXIST)
      return failed ? NULL : name;
  }
  errno = EEXIST;
  return NULL;
}
