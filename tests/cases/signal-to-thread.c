// must: holds: a signal that the thread blocks is pending for it, and it alone
// only: optimal reach random
// expect: holds
#include "short.h"
static sigset_t s;static int n;
F(f){int k;sigwait(&s,&k);assert(k==SIGUSR1&&n==1);return 0;}
int main(void){sigemptyset(&s);sigaddset(&s,SIGUSR1);pthread_sigmask(SIG_BLOCK,&s,0);GO(x,f);n=1;pthread_kill(x,SIGUSR1);J(x);return 0;}
