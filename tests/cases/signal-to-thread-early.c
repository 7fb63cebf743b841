// must: the signal ends the process if it comes before the thread blocks it
// only: optimal reach random
// expect: violated crash
#include "short.h"
static sigset_t s;static atomic_int ready;
F(f){ready=1;pthread_sigmask(SIG_BLOCK,&s,0);int k;sigwait(&s,&k);return 0;}
int main(void){sigemptyset(&s);sigaddset(&s,SIGUSR1);GO(x,f);while(!ready);pthread_kill(x,SIGUSR1);J(x);return 0;}
