#define FIXED
#include "abort.c"
