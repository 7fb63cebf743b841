// must: a time that another thread has read and handed on is never one to come, whichever way it was handed on
// expect: holds
#include "short.h"
#include <sched.h>
M(m);C(c);static sem_t s;static pthread_barrier_t b;static pthread_rwlock_t r=PTHREAD_RWLOCK_INITIALIZER;
static time_t by_lock,by_sem,by_barrier,by_rwlock,by_cond;static atomic_long by_atomic;static int box[2],went;
static void past(time_t t){time_t now=time(0);assert(now>=t);}
F(f){
sleep(1);L(m);by_lock=time(0);U(m);
sleep(1);atomic_store_explicit(&by_atomic,time(0),memory_order_relaxed);
sleep(1);by_sem=time(0);sem_post(&s);
sleep(1);by_barrier=time(0);pthread_barrier_wait(&b);
sleep(1);time_t t=time(0);write(box[1],&t,sizeof t);
sleep(1);pthread_rwlock_wrlock(&r);by_rwlock=time(0);pthread_rwlock_unlock(&r);
sleep(1);L(m);by_cond=time(0);went=1;pthread_cond_signal(&c);U(m);return 0;}
int main(void){sem_init(&s,0,0);pthread_barrier_init(&b,0,2);pipe(box);time_t began=time(0),t;GO(x,f);
L(m);t=time(0);assert(t>=by_lock);U(m);
past(atomic_load_explicit(&by_atomic,memory_order_relaxed));
sem_wait(&s);t=time(0);assert(t>=by_sem&&t>=began+3);
pthread_barrier_wait(&b);t=time(0);assert(t>=by_barrier&&t>=began+4);
time_t got;read(box[0],&got,sizeof got);past(got);
pthread_rwlock_rdlock(&r);t=time(0);assert(t>=by_rwlock);pthread_rwlock_unlock(&r);
L(m);while(!went)pthread_cond_wait(&c,&m);t=time(0);assert(t>=by_cond&&t>=began+7);U(m);
J(x);return 0;}
