#define FIXED
#include "publish-early.c"
