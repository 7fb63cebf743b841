// must: deadlock: a writer that waits is preferred, so who reads already cannot read again
// expect: violated deadlock
#include "short.h"
static pthread_rwlock_t w=PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
F(f){pthread_rwlock_wrlock(&w);pthread_rwlock_unlock(&w);return 0;}
int main(void){GO(x,f);pthread_rwlock_rdlock(&w);pthread_rwlock_rdlock(&w);pthread_rwlock_unlock(&w);pthread_rwlock_unlock(&w);J(x);return 0;}
