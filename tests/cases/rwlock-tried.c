// must: holds: a reader that came by trying keeps the writer out
// expect: holds
#include "short.h"
static pthread_rwlock_t l=PTHREAD_RWLOCK_INITIALIZER;
F(w){pthread_rwlock_wrlock(&l);pthread_rwlock_unlock(&l);return 0;}
F(r){pthread_rwlock_rdlock(&l);pthread_rwlock_unlock(&l);return 0;}
int main(void){GO(x,r);GO(y,w);if(!pthread_rwlock_tryrdlock(&l))pthread_rwlock_unlock(&l);J(x);J(y);return 0;}
