// must: holds: waiting for the value of a semaphore is waiting
// expect: holds
#include "short.h"
static sem_t s;static int n;
F(f){n=1;sem_post(&s);return 0;}
F(g){int v;do sem_getvalue(&s,&v);while(!v);return 0;}
int main(void){GO(x,f);GO(y,g);J(x);J(y);assert(n);return 0;}
