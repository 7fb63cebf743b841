// must: holds: the same, and it is never given back
// expect: holds
#include "short.h"
static pthread_rwlock_t l=PTHREAD_RWLOCK_INITIALIZER;
F(w){pthread_rwlock_wrlock(&l);return 0;}
F(r){pthread_rwlock_rdlock(&l);return 0;}
int main(void){GO(x,r);GO(y,w);int e=pthread_rwlock_tryrdlock(&l);return 0*e;}
