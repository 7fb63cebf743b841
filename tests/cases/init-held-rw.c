// must: as init-held.c, of a read-write lock that others wait for
// expect: violated misuse
#include "short.h"
static pthread_rwlock_t l;
F(w){pthread_rwlock_wrlock(&l);pthread_rwlock_unlock(&l);return 0;}
F(r){pthread_rwlock_rdlock(&l);pthread_rwlock_unlock(&l);return 0;}
int main(void){pthread_rwlock_init(&l,0);pthread_rwlock_wrlock(&l);GO(x,w);GO(y,r);pthread_rwlock_init(&l,0);J(x);J(y);return 0;}
