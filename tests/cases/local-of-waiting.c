// must: holds: the function returns when the other has written
// expect: holds
#include "short.h"
static sem_t s,t;static char*p;
static void lend(void){char b[16];p=b;sem_post(&s);sem_wait(&t);}
F(f){lend();return 0;}
F(g){sem_wait(&s);p[0]=1;sem_post(&t);return 0;}
int main(void){GO(x,f);GO(y,g);J(x);J(y);return 0;}
