/* Szymanski 2. */
#define A 4
#define B 3
#include "szymanski.h"
