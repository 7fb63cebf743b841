// must: data race: what fegetenv and its kin store, and what others read, is memory
// build: -lm
// expect: violated race
#include "short.h"
#include <fenv.h>
static fenv_t e;static femode_t m;static fexcept_t x;
F(f){fegetenv(&e);fegetmode(&m);fegetexceptflag(&x,FE_ALL_EXCEPT);feholdexcept(&e);return 0;}
F(g){fesetenv(&e);fesetmode(&m);fesetexceptflag(&x,FE_ALL_EXCEPT);feupdateenv(&e);return 0;}
int main(void){GO(t,f);GO(u,g);J(t);J(u);return 0;}
