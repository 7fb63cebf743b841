/* Three philosophers, one meal. */
#define N 3
#define MEALS 1
#include "../dining.h"
