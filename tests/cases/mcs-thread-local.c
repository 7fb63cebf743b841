// must: no failure, every schedule covered: waiting on a thread-local node is waiting
// expect: holds
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
#include <stddef.h>
struct node { _Atomic(struct node*) next; atomic_int locked; };
static _Atomic(struct node*) tail;
static __thread struct node me;
static int counter;
static void lock(void){ atomic_store(&me.next,NULL); struct node*p=atomic_exchange(&tail,&me);
  if(p){ atomic_store(&me.locked,1); atomic_store(&p->next,&me); while(atomic_load(&me.locked)); } }
static void unlock(void){ struct node*n=atomic_load(&me.next);
  if(!n){ struct node*e=&me; if(atomic_compare_exchange_strong(&tail,&e,NULL)) return; while(!(n=atomic_load(&me.next))); }
  atomic_store(&n->locked,0); }
static void*w(void*u){ lock(); counter++; unlock(); return u;}
int main(){ pthread_t a,b; pthread_create(&a,0,w,0); pthread_create(&b,0,w,0); pthread_join(a,0); pthread_join(b,0); assert(counter==2); return 0;}
