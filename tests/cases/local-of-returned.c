// must: use of a local whose function may have returned: the thread lets it go before it writes
// expect: violated race use-after-free
#include "short.h"
static sem_t s,t;static char*p;
static void lend(void){char b[16];p=b;sem_post(&s);sem_wait(&t);}
F(f){lend();return 0;}
F(g){sem_wait(&s);sem_post(&t);p[0]=1;return 0;}
int main(void){GO(x,f);GO(y,g);J(x);J(y);return 0;}
