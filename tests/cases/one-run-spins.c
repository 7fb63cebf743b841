// must: the thread that spins in one of the runs is named, all others ended
// expect: incomplete spins
// only: optimal
#include "short.h"
static atomic_int x;
F(a){if(x)for(volatile int i=0;;)i++;return 0;}
int main(void){GO(t,a);x=1;J(t);return 0;}
