#define FIXED
#include "assertion.c"
