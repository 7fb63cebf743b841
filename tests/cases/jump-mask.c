// must: siglongjmp out of a handler sets back the mask that sigsetjmp saved: the signal comes again, and is blocked after a setjmp that saved none
// expect: holds
#include "short.h"
static sigjmp_buf b;static volatile int n;
static void h(int s){n++;siglongjmp(b,1);}
static int blocks(void){sigset_t s;sigprocmask(SIG_SETMASK,0,&s);return sigismember(&s,SIGUSR1);}
int main(void){signal(SIGUSR1,h);
if(!sigsetjmp(b,1)||n<3){raise(SIGUSR1);assert(0);}
assert(n==3&&!blocks());
if(!sigsetjmp(b,0)){raise(SIGUSR1);assert(0);}
assert(n==4&&blocks());raise(SIGUSR1);assert(n==4);
return 0;}
