#define FIXED
#include "poll.c"
