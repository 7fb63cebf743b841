#define FIXED
#include "upgrade.c"
