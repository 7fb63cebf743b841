/* scratch: what a command leaves behind while it runs and nobody wants after:
 * temporary folders, and processes it waits for.
 *
 *     char *folder = scratch_make("/tmp/heddle-");       NULL: errno says why
 *     scratch_child(pid); ... scratch_child(0);
 *     scratch_drop(folder);                              removes and frees
 *
 * However the command ends, scratch_clear has removed them: the backstop calls
 * it, from a signal handler. */
#ifndef CLI_SCRATCH_H
#define CLI_SCRATCH_H

#include <sys/types.h>

char *scratch_make(const char *prefix);
void scratch_drop(char *folder);
/* The process that is waited for, or 0. */
void scratch_child(pid_t pid);
/* Everything goes.  May be called by a signal handler. */
void scratch_clear(void);

#endif
