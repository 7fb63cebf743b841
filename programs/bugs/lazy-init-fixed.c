#define FIXED
#include "lazy-init.c"
