// must: holds: nobody reads twice; and of readers one may be in while another tries
// expect: holds
#include "short.h"
static pthread_rwlock_t w;static int n;
F(f){pthread_rwlock_wrlock(&w);n++;pthread_rwlock_unlock(&w);return 0;}
F(g){if(!pthread_rwlock_tryrdlock(&w)){assert(n<2);pthread_rwlock_unlock(&w);}return 0;}
int main(void){pthread_rwlockattr_t a;pthread_rwlockattr_init(&a);pthread_rwlockattr_setkind_np(&a,PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);pthread_rwlock_init(&w,&a);
GO(x,f);GO(y,g);pthread_rwlock_rdlock(&w);assert(n<2);pthread_rwlock_unlock(&w);J(x);J(y);return 0;}
