// must: the assertion: who waited for a lock with a limit finds by the clock that the limit has passed
// expect: violated assertion
#include "short.h"
#include <time.h>
static pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;
F(f){struct timespec t={1800000000};while(pthread_mutex_timedlock(&m,&t));U(m);assert(time(0)<1800000000);return 0;}
int main(void){GO(x,f);GO(y,f);J(x);J(y);return 0;}
