#define FIXED
#include "ticket-wrap.c"
