// must: deadlock: the thread that is polled for waits for the lock that the poller holds
// expect: violated deadlock/livelock
#include "short.h"
M(m);
F(f){L(m);U(m);return 0;}
int main(void){GO(x,f);L(m);while(pthread_tryjoin_np(x,0)==EBUSY)sched_yield();U(m);return 0;}
