// must: no failure, every schedule covered, by unfold and contextual too
// expect: holds
#include "short.h"
static pthread_mutex_t m=PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP; static int v;
F(a){pthread_mutex_lock(&m);v++;pthread_mutex_unlock(&m);return 0;}
F(b){pthread_mutex_unlock(&m);pthread_mutex_lock(&m);v++;pthread_mutex_unlock(&m);return 0;}
int main(void){GO(x,a);GO(y,b);J(x);J(y);assert(v==2);return 0;}
