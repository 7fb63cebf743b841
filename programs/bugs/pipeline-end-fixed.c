#define FIXED
#include "pipeline-end.c"
