#define FIXED
#include "nested-monitor.c"
