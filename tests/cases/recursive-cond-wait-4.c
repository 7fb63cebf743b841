// must: holds: main leaves while the thread waits with its mutex, or before, or after it was chosen
// expect: holds
#include "short.h"
static pthread_mutex_t m=PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;C(c);
F(a){assert(!pthread_mutex_trylock(&m));L(m);pthread_cond_wait(&c,&m);U(m);U(m);return 0;}
int main(void){GO(t,a);pthread_cond_signal(&c);return 0;}
