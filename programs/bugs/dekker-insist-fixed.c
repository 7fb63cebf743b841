#define FIXED
#include "dekker-insist.c"
