/* busy: what a program of this folder does beside its bug.
 *
 *     heddle test NAME.c                    the bug and nothing else
 *     heddle test -D BUSY NAME.c busy.c     the bug as part of an application
 *
 * By itself a program consists of its bug, so that all its schedules can be
 * searched.  With BUSY it is a part of the application of busy.c: services
 * run beside it from its first thread on, its own threads do other work
 * before and between, and what can go round goes round TIMES times, so that
 * the bug may show early or late. */
#ifndef PROGRAMS_BUGS_BUSY_H
#define PROGRAMS_BUGS_BUSY_H

#ifdef BUSY
#include <pthread.h>

#ifndef TIMES
#define TIMES 4
#endif
int part_main(void);   /* of NAME.c */
void busy_begin(void); /* the services, when they do not run yet */
void other_work(void); /* a line in the log, an entry in the books */
#define main part_main
#define pthread_create(...) (busy_begin(), pthread_create(__VA_ARGS__))
#else
#define TIMES 1
#define other_work() ((void)0)
#endif

#endif
