/* Locking 1: 2,2,2,2 critical sections. */
#define THREADS 4
#include "locking.h"
