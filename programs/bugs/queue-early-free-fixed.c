#define FIXED
#include "queue-early-free.c"
