#define FIXED
#include "aba-stack.c"
