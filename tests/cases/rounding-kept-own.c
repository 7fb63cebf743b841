// must: each keeps its own, and has it back
// build: -lm
// not: full
// expect: holds
#include "short.h"
#include <fenv.h>
F(f){fenv_t e;femode_t m;fexcept_t x;fesetround(FE_UPWARD);fesetexcept(FE_INEXACT);assert(!fegetexceptflag(&x,FE_INEXACT)&&fetestexceptflag(&x,FE_INEXACT));
fegetmode(&m);feholdexcept(&e);assert(!fetestexcept(FE_INEXACT));fesetexceptflag(&x,FE_INEXACT);fesetround(FE_DOWNWARD);fesetmode(&m);assert(fegetround()==FE_UPWARD);
fesetenv(FE_DFL_ENV);assert(fegetround()==FE_TONEAREST&&!fetestexcept(FE_INEXACT));feupdateenv(&e);assert(fegetround()==FE_UPWARD&&fetestexcept(FE_INEXACT));
fegetenv(&e);assert(!fegetexcept());assert(!feenableexcept(FE_DIVBYZERO)&&fegetexcept()==FE_DIVBYZERO&&fedisableexcept(FE_DIVBYZERO)==FE_DIVBYZERO);return 0;}
int main(void){GO(t,f);GO(u,f);J(t);J(u);return 0;}
