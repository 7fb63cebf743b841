// must: holds: a loop that takes a lock with a limit, again and again, waits
// expect: holds
#include "short.h"
#include <time.h>
static int n;static pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;
F(f){struct timespec t={0};while(pthread_mutex_timedlock(&m,&t));n++;U(m);return 0;}
int main(void){GO(x,f);GO(y,f);J(x);J(y);assert(n==2);return 0;}
