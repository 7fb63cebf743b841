/* Locking 3: 2,2,2,2,2 critical sections. */
#define THREADS 5
#include "locking.h"
