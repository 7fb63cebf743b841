#define FIXED
#include "rcu-no-grace.c"
