#define FIXED
#include "barrier-reuse.c"
