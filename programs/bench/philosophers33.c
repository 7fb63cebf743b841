/* Three philosophers, three meals: enough traces to measure. */
#define N 3
#define MEALS 3
#include "../dining.h"
