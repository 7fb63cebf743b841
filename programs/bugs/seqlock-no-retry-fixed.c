#define FIXED
#include "seqlock-no-retry.c"
