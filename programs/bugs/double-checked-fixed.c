#define FIXED
#include "double-checked.c"
