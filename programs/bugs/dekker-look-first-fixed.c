#define FIXED
#include "dekker-look-first.c"
