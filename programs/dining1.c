/* Dining 1: 4 philosophers, two meals. */
#define N 4
#include "dining.h"
