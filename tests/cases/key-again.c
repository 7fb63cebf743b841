// must: a key that is made anew has no value in any thread
// expect: holds
#include "short.h"
static pthread_key_t k;
static sem_t set,made;
F(a){pthread_setspecific(k,&k);sem_post(&set);sem_wait(&made);assert(!pthread_getspecific(k));return 0;}
int main(void){sem_init(&set,0,0);sem_init(&made,0,0);pthread_key_create(&k,0);pthread_setspecific(k,&k);GO(x,a);sem_wait(&set);pthread_key_delete(k);pthread_key_create(&k,0);assert(!pthread_getspecific(k));sem_post(&made);J(x);return 0;}
