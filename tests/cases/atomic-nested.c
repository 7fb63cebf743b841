// must: with --no-races: no failure: the inner end does not end the outer block
// expect: holds
// options: --no-races
/* nested atomic: an atomic function called inside begin/end must not end the outer block */
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void); extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_error(void);
int m, y;
void __VERIFIER_atomic_inc(void){ m++; }
void *c(void*p){ __VERIFIER_atomic_begin(); __VERIFIER_atomic_inc(); y=1; y=0; __VERIFIER_atomic_end(); return 0;}
void *b(void*p){ if (y) __VERIFIER_error(); return 0; }
int main(){ pthread_t t,u; pthread_create(&t,0,c,0); pthread_create(&u,0,b,0); pthread_join(t,0);pthread_join(u,0); return 0; }
