#define FIXED
#include "unlock-freed.c"
