#define FIXED
#include "unlock.c"
