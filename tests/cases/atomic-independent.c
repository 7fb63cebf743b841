// must: one trace, one execution of optimal
// expect: holds
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void); extern void __VERIFIER_atomic_end(void);
int x, y;
void *f(void *a) { for (int i = 0; i < 3; i++) { __VERIFIER_atomic_begin(); (*(int *)a)++; __VERIFIER_atomic_end(); } return 0; }
int main(void) { pthread_t t, u; pthread_create(&t, 0, f, &x); pthread_create(&u, 0, f, &y); pthread_join(t, 0); pthread_join(u, 0); return 0; }
