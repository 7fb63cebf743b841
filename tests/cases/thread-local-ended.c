// must: a thread-local variable ends with its thread
// expect: violated race use-after-free
#include "short.h"
static sem_t s,t;static int*p;static _Thread_local int x;
F(f){p=&x;sem_post(&s);sem_wait(&t);return 0;}
F(g){sem_wait(&s);sem_post(&t);*p=1;return 0;}
int main(void){GO(x,f);GO(y,g);J(x);J(y);return 0;}
