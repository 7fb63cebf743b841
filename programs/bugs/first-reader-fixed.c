#define FIXED
#include "first-reader.c"
