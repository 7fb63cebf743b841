#define FIXED
#include "lost-update.c"
