// must: a semaphore is destroyed while a thread waits for it, which POSIX leaves undefined; that the process then ends hides nothing
// expect: violated misuse
// expect: violated misuse race
#include "short.h"
static sem_t s;
F(f){sem_wait(&s);return 0;}
int main(void){sem_init(&s,0,0);GO(t,f);sem_destroy(&s);exit(0);}
