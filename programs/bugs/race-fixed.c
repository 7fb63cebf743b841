#define FIXED
#include "race.c"
