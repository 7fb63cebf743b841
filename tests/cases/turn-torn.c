// must: the assertion fails: a turn that reads x before and y after the writer passes, though on no memory at one moment would it
// expect: violated assertion
#include "short.h"
#include <sched.h>
static atomic_int x,y;
F(look){while(!(x==0&&y==1))sched_yield();assert(0);return 0;}
int main(void){GO(t,look);x=1;y=1;exit(0);}
