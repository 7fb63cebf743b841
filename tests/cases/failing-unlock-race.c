// must: data race
// expect: violated race
#include "short.h"
static pthread_mutex_t m=PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP; static int v;
F(a){v=1;pthread_mutex_unlock(&m);/* EPERM */return 0;}
F(b){pthread_mutex_lock(&m);int x=v;(void)x;pthread_mutex_unlock(&m);return 0;}
int main(void){GO(x,a);GO(y,b);J(x);J(y);return 0;}
