#define FIXED
#include "ring-index-first.c"
