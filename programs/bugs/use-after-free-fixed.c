#define FIXED
#include "use-after-free.c"
