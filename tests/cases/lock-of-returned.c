// must: as local-of-returned.c, where the local is a lock
// only: optimal reach random
// expect: violated race use-after-free
#include "short.h"
static sem_t s,t;static pthread_mutex_t*p;
static void lend(void){pthread_mutex_t b=PTHREAD_MUTEX_INITIALIZER;p=&b;sem_post(&s);sem_wait(&t);}
F(f){lend();return 0;}
F(g){sem_wait(&s);sem_post(&t);pthread_mutex_lock(p);pthread_mutex_unlock(p);return 0;}
int main(void){GO(x,f);GO(y,g);J(x);J(y);return 0;}
