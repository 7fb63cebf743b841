/* Dining 2: 5 philosophers, two meals. */
#define N 5
#include "dining.h"
