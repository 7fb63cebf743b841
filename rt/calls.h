/* calls: the declarations of all heddle_NAME of names.h, with the types libc
 * gives to NAME. */
#ifndef RT_CALLS_H
#define RT_CALLS_H

#include <assert.h>
#include <dirent.h>
#include <err.h>
#include <error.h>
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/times.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#include "rt/names.h"

#define DECLARE(name) extern __typeof__(name) heddle_##name;
HEDDLE_LIBC(DECLARE)
#undef DECLARE

#define DECLARE(name, type) type heddle___VERIFIER_nondet_##name(void);
HEDDLE_NONDET(DECLARE)
#undef DECLARE
void heddle___atomic_load(size_t size, void *p, void *to, int order);
void heddle___atomic_store(size_t size, void *p, void *from, int order);
void heddle___atomic_exchange(size_t size, void *p, void *from, void *to,
                              int order);
_Bool heddle___atomic_compare_exchange(size_t size, void *p, void *expected,
                                       void *desired, int success,
                                       int failure);
_Bool heddle___VERIFIER_nondet_bool(void);
void *heddle___VERIFIER_nondet_pointer(void);
void heddle_reach_error(void);
void heddle___VERIFIER_assert(int condition);
void heddle___VERIFIER_error(void);
void heddle___VERIFIER_assume(int condition);
void heddle___VERIFIER_atomic_begin(void);
void heddle___VERIFIER_atomic_end(void);
int heddle_heddle_running(void);
long long heddle_heddle_input(const char *name, long long low,
                              long long high);
int heddle_heddle_choose(int count);
void heddle_heddle_assume(int condition);
void heddle_heddle_atomic_begin(void);
void heddle_heddle_atomic_end(void);
void heddle_heddle_note(const char *format, ...)
    __attribute__((format(printf, 1, 2)));
void heddle_heddle_fail(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

#endif
