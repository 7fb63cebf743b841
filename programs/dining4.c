/* Dining 4: 7 philosophers, two meals. */
#define N 7
#include "dining.h"
