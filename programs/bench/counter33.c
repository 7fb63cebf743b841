/* A locked counter, three threads with three turns. */
#define THREADS 3
#define TURNS 3
#include "counter.h"
