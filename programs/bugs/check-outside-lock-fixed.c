#define FIXED
#include "check-outside-lock.c"
