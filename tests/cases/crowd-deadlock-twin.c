// must: the same with the locks in one order
// only: optimal dpor reach auto random
// expect: holds
#define SECOND 0
#include "crowd-deadlock.c"
