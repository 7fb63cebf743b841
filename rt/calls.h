/* calls: the declarations of all heddle_NAME of names.h, with the types libc
 * gives to NAME. */
#ifndef RT_CALLS_H
#define RT_CALLS_H

#include <assert.h>
#include <malloc.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#include "rt/names.h"

#define DECLARE(name) extern __typeof__(name) heddle_##name;
HEDDLE_LIBC(DECLARE)
#undef DECLARE

void heddle_reach_error(void);

#endif
