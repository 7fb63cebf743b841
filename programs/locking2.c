/* Locking 2: 2,2,2,2,1 critical sections. */
#define THREADS 5
#define FEW
#include "locking.h"
