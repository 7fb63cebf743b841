#define FIXED
#include "stolen.c"
