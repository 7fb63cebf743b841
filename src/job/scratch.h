/* scratch: what a command leaves behind while it runs and nobody wants after:
 * temporary folders, and processes it waits for.
 *
 *     struct scratch s = {0};                   one for whoever starts jobs
 *     char *folder = scratch_make(&s, "/tmp/heddle-");   NULL: errno says why
 *     scratch_child(&s, pid); ... scratch_child(&s, 0);
 *     scratch_drop(&s, folder);                          removes and frees
 *
 * However a command ends, scratch_clear has removed them: the backstop of the
 * command line calls it, from a signal handler. */
#ifndef JOB_SCRATCH_H
#define JOB_SCRATCH_H

#include <sys/types.h>

/* Folders are made one inside the work on another: few at a time. */
enum { SCRATCH_FOLDERS = 4 };

struct scratch {
  char *folders[SCRATCH_FOLDERS];
  volatile pid_t child;
};

char *scratch_make(struct scratch *s, const char *prefix);
void scratch_drop(struct scratch *s, char *folder);
/* The process that is waited for, or 0. */
void scratch_child(struct scratch *s, pid_t pid);
/* Everything goes.  May be called by a signal handler. */
void scratch_clear(struct scratch *s);

#endif
