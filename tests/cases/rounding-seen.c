// must: the assertion fails: a thread rounds as its creator did when it made it, not as it does later
// build: -lm
// expect: violated assertion
#include "short.h"
#include <fenv.h>
F(f){assert(fegetround()==FE_UPWARD);return 0;}
int main(void){GO(x,f);fesetround(FE_UPWARD);J(x);return 0;}
