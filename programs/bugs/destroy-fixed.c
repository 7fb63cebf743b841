#define FIXED
#include "destroy.c"
