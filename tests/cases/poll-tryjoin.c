// must: holds: the loop ends when the thread has ended, and what that did is seen
// expect: holds
#include "short.h"
static int n;
F(f){n=1;return 0;}
int main(void){GO(x,f);while(pthread_tryjoin_np(x,0)==EBUSY)usleep(10);assert(n==1);return 0;}
