#define FIXED
#include "order.c"
