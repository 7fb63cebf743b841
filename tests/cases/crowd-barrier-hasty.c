// must: thread 200 of the 300 looks before it waits for the others
// only: optimal
// expect: violated race assertion
#define HASTY 200
#include "crowd-barrier.c"
