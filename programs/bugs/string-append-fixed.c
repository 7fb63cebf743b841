#define FIXED
#include "string-append.c"
