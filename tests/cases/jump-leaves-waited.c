// must: the thread is done with the local before the jump
// expect: holds
#include "short.h"
static jmp_buf j;static int*p;static sem_t s,e;
static void g(void){int x=1;p=&x;sem_post(&s);sem_wait(&e);longjmp(j,1);}
F(h){sem_wait(&s);*p=2;sem_post(&e);return 0;}
int main(void){sem_init(&s,0,0);sem_init(&e,0,0);GO(t,h);if(!setjmp(j))g();J(t);return 0;}
