#include "cli/scratch.h"

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

/* Folders are made one inside the work on another: few at a time. */
enum { FOLDERS = 4 };

static struct {
  char *folders[FOLDERS];
  volatile pid_t child;
} scratch;

char *scratch_make(const char *prefix) {
  char path[PATH_MAX];
  size_t i = 0;
  while (i < FOLDERS && scratch.folders[i])
    i++;
  int len = snprintf(path, sizeof path, "%sXXXXXX", prefix);
  if (i == FOLDERS || len < 0 || (size_t)len >= sizeof path) {
    errno = ENAMETOOLONG;
    return NULL;
  }
  /* a signal between the two lines would leave an empty folder */
  sigset_t all, before;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, &before);
  if (mkdtemp(path))
    scratch.folders[i] = strdup(path);
  int error = errno;
  sigprocmask(SIG_SETMASK, &before, NULL);
  errno = error;
  return scratch.folders[i];
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

void scratch_drop(char *folder) {
  for (size_t i = 0; folder && i < FOLDERS; i++)
    if (scratch.folders[i] == folder) {
      remove_folder(folder);
      scratch.folders[i] = NULL;
      free(folder);
      return;
    }
}

void scratch_child(pid_t pid) { scratch.child = pid; }

void scratch_clear(void) {
  if (scratch.child > 0)
    kill(scratch.child, SIGKILL);
  for (size_t i = 0; i < FOLDERS; i++)
    if (scratch.folders[i])
      remove_folder(scratch.folders[i]);
}
