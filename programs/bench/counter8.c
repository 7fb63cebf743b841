/* A locked counter, eight threads with one turn: 8! traces. */
#define THREADS 8
#define TURNS 1
#include "counter.h"
