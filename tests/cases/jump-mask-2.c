// must: what waits because it is blocked comes when a longjmp sets the mask back, before the jump; each thread has its own mask
// expect: holds
#include "short.h"
static _Thread_local sigjmp_buf b;static _Thread_local volatile int n,after;
static void h(int s){n++;}
F(f){sigset_t s;sigemptyset(&s);sigaddset(&s,SIGUSR1);
if(!sigsetjmp(b,1)){pthread_sigmask(SIG_BLOCK,&s,0);pthread_kill(pthread_self(),SIGUSR1);assert(!n);after=1;siglongjmp(b,2);}
assert(n==1&&after);return 0;}
int main(void){signal(SIGUSR1,h);GO(t,f);GO(u,f);J(t);J(u);return 0;}
