// must: as local-of-returned.c, where the thread ends by pthread_exit
// only: optimal reach random
// expect: violated race use-after-free
#include "short.h"
static sem_t s,t;static char*p;
F(f){char b[16];p=b;sem_post(&s);sem_wait(&t);pthread_exit(0);}
F(g){sem_wait(&s);sem_post(&t);p[0]=1;return 0;}
int main(void){GO(x,f);GO(y,g);J(x);J(y);return 0;}
