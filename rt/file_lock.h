/* file_lock: locks on files, for those who open and close them. */
#ifndef RT_FILE_LOCK_H
#define RT_FILE_LOCK_H

#include <fcntl.h>
#include <stdbool.h>

#include "rt/abi.h"

/* The commands of fcntl about locks but F_OFD_GETLK, of a file; -1 and errno. */
int rt_file_lock(int file, int command, struct flock *l, heddle_at site);

/* Linked only where files are locked. */
#ifndef IN_FILE_LOCK
#define IN_FILE_LOCK __attribute__((weak))
#endif
/* The descriptor is about to be closed. */
void rt_file_lock_closed(int file, heddle_at site) IN_FILE_LOCK;

/* --- files.c --- */
/* Whether the run has copied a descriptor of a file. */
bool rt_files_copied(void);
/* Another descriptor for a file, from a number on. */
int rt_file_copy(int file, int from, bool cloexec, heddle_at site);

#endif
