#include "job/scratch.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

char *scratch_make(struct scratch *s, const char *prefix) {
  char path[PATH_MAX];
  size_t i = 0;
  while (i < SCRATCH_FOLDERS && s->folders[i])
    i++;
  int len = snprintf(path, sizeof path, "%sXXXXXX", prefix);
  if (i == SCRATCH_FOLDERS || len < 0 || (size_t)len >= sizeof path) {
    errno = ENAMETOOLONG;
    return NULL;
  }
  /* a signal between the two lines would leave an empty folder */
  sigset_t all, before;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, &before);
  if (mkdtemp(path))
    s->folders[i] = strdup(path);
  int error = errno;
  sigprocmask(SIG_SETMASK, &before, NULL);
  errno = error;
  return s->folders[i];
}

/* The files in it and then it; opendir would allocate, which a signal handler
 * must not. */
static void remove_folder(const char *path) {
  char buffer[2048] __attribute__((aligned(8)));
  int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  long len;
  while (folder >= 0 &&
         (len = syscall(SYS_getdents64, folder, buffer, sizeof buffer)) > 0)
    for (long at = 0; at < len;) {
      const struct dirent64 *e = (const struct dirent64 *)(buffer + at);
      unlinkat(folder, e->d_name, 0); /* not of . and .. */
      at += e->d_reclen;
    }
  if (folder >= 0)
    close(folder);
  rmdir(path);
}

void scratch_drop(struct scratch *s, char *folder) {
  for (size_t i = 0; folder && i < SCRATCH_FOLDERS; i++)
    if (s->folders[i] == folder) {
      remove_folder(folder);
      s->folders[i] = NULL;
      free(folder);
      return;
    }
}

void scratch_child(struct scratch *s, pid_t pid) {
  s->child = pid;
}

void scratch_clear(struct scratch *s) {
  if (s->child > 0)
    kill(s->child, SIGKILL);
  for (size_t i = 0; i < SCRATCH_FOLDERS; i++)
    if (s->folders[i])
      remove_folder(s->folders[i]);
}
