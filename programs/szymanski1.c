/* Szymanski 1. */
#define A 3
#define B 3
#include "szymanski.h"
