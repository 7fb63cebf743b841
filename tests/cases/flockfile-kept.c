// must: deadlock: printing waits for the lock that its holder keeps
// only: optimal reach random
// expect: violated deadlock
#include "short.h"
static sem_t s;
F(f){flockfile(stdout);sem_wait(&s);funlockfile(stdout);return 0;}
F(g){puts("x");sem_post(&s);return 0;}
int main(void){GO(x,f);GO(y,g);J(x);J(y);return 0;}
