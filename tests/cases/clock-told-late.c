// must: as clock-told-not.c: a time that is read before what is compared with it
// expect: violated assertion
#include "short.h"
static atomic_long at;
F(f){sleep(3);at=time(0);return 0;}
int main(void){GO(x,f);time_t t=time(0);assert(t>=at);J(x);return 0;}
