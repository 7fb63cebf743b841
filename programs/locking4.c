/* Locking 4: 2,2,2,2,2,2 critical sections. */
#define THREADS 6
#include "locking.h"
