#define FIXED
#include "hazard-no-check.c"
