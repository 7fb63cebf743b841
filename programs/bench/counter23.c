/* A locked counter, two threads with three turns. */
#define THREADS 2
#define TURNS 3
#include "counter.h"
