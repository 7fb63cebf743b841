#define FIXED
#include "refcount.c"
