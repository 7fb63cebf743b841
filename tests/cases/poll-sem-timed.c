// must: holds: a loop that takes a token or a read-write lock with a limit waits
// expect: holds
#include "short.h"
#include <semaphore.h>
#include <time.h>
static int n;static sem_t s;static pthread_rwlock_t r=PTHREAD_RWLOCK_INITIALIZER;
F(f){struct timespec t={0};while(sem_timedwait(&s,&t));while(pthread_rwlock_timedwrlock(&r,&t));assert(n==1);pthread_rwlock_unlock(&r);return 0;}
F(g){pthread_rwlock_wrlock(&r);n=1;sem_post(&s);pthread_rwlock_unlock(&r);return 0;}
int main(void){sem_init(&s,0,0);GO(x,f);GO(y,g);J(x);J(y);return 0;}
