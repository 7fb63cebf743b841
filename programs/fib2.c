/* Fib 2: the bound can be reached. */
#define N 5
#define RACING_MAIN >= 144
#include "fib.h"
