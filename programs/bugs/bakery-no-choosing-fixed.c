#define FIXED
#include "bakery-no-choosing.c"
