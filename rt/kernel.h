/* kernel: files, the names they are reached by, and streams, as objects.
 *
 * A file is known by its path, without links and from the root; a descriptor
 * by the path of what is behind it, a stream by its descriptor.  So two
 * descriptors of one path are one object, and so is the name.  Calls on it
 * are steps that depend on each other, and order what comes before one of them
 * in its thread before what comes after a later one; what concerns more than
 * one name, and whatever is done to a file that has several, is a call on all
 * files.  The files are real, so a run has to leave what it found
 * (rt_name_judge): what it creates is removed after it, what it changes or
 * removes is put back (aside.h). */
#ifndef RT_KERNEL_H
#define RT_KERNEL_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "rt/abi.h"

void rt_file_use(int file, heddle_at site);
/* Standard output and error are exempt: what they show is of no interest
 * unless --same-output asks for it (rt/stdio.c).  `plain`: without the lock
 * of the stream. */
void rt_stream_use(FILE *f, bool plain, heddle_at site);
/* Standard input is read. */
void rt_input_use(heddle_at site);
void rt_name_use(const char *path, bool changes, heddle_at site);
/* Code that is not looked into may open files. */
void rt_files_come(void);
void rt_names_use(heddle_at site);
/* A descriptor was opened or closed: what was known of it is forgotten. */
void rt_file_forget(int file);

/* `call` is about to create, change or remove a name (ABI_CREATES ...): what
 * it creates is noted when rt_name_done says that the call is over; what it
 * changes is put aside; where that cannot be the run ends before it. */
void rt_name_judge(const char *path, unsigned does, const char *call,
                   heddle_at site);
/* The same of a call by its arguments; false: what it leaves is not known. */
bool rt_name_judge_at(const char *call, const uint64_t *args, heddle_at site);
void rt_name_done(void);
/* Removes what the run has created. */
void rt_names_reset(void);

/* fork.c, where it is linked, or NULL: a run begins; this process was made by a
 * run, and ends with it. */
#ifndef IN_FORK
#define IN_FORK __attribute__((weak))
#endif
void rt_forks_reset(void) IN_FORK;
bool rt_in_child(void) IN_FORK;
/* Nobody can go on: whether somebody waits for what another process may write
 * or read, where both have descriptors of a pipe that this one has made. */
bool rt_fork_answers(void) IN_FORK;

/* iostream.c: a use of a stream of C++. */
void rt_iostream_use(const void *stream, heddle_at site);

#endif
