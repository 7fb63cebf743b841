// must: rounding and exceptions are each thread's own, and a new one has those of its creator
// build: -lm
// expect: holds
#include "short.h"
#include <fenv.h>
static atomic_int n;static volatile double zero;
F(f){assert(fegetround()==FE_DOWNWARD);fesetround(FE_UPWARD);feraiseexcept(FE_DIVBYZERO);n++;assert(fegetround()==FE_UPWARD);
n++;assert(fetestexcept(FE_ALL_EXCEPT)==FE_DIVBYZERO);feclearexcept(FE_ALL_EXCEPT);return 0;}
F(g){n++;assert(fegetround()==FE_DOWNWARD&&!fetestexcept(FE_DIVBYZERO));double q=1/zero;n++;assert(fetestexcept(FE_DIVBYZERO)&&q>1);return 0;}
int main(void){assert(fegetround()==FE_TONEAREST);fesetround(FE_DOWNWARD);GO(x,f);GO(y,g);J(x);J(y);
assert(fegetround()==FE_DOWNWARD&&!fetestexcept(FE_DIVBYZERO));return 0;}
