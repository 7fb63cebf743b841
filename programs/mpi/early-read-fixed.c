#define FIXED
#include "early-read.c"
