#define FIXED
#include "slack.c"
