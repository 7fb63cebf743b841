/* Dining 3: 6 philosophers, two meals. */
#define N 6
#include "dining.h"
