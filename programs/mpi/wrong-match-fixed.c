#define FIXED
#include "wrong-match.c"
