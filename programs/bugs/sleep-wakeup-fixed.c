#define FIXED
#include "sleep-wakeup.c"
