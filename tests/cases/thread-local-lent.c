// must: holds: the thread lives as long as the other uses its variable
// only: optimal reach random
// expect: holds
#include "short.h"
static sem_t s,t;static int*p;static _Thread_local int x;
F(f){p=&x;sem_post(&s);sem_wait(&t);assert(x==1);return 0;}
F(g){sem_wait(&s);*p=1;sem_post(&t);assert(x==0);return 0;}
int main(void){GO(x,f);GO(y,g);J(x);J(y);return 0;}
