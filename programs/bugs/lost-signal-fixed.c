#define FIXED
#include "lost-signal.c"
