#define FIXED
#include "lost-request.c"
