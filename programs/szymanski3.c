/* Szymanski 3. */
#define A 5
#define B 4
#include "szymanski.h"
