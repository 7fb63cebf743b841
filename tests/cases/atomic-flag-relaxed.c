// must: data race: the lock is taken without acquiring
// expect: violated race
#include "short.h"
static int data;static atomic_flag l=ATOMIC_FLAG_INIT;
F(a){while(atomic_flag_test_and_set_explicit(&l,memory_order_relaxed));data++;atomic_flag_clear_explicit(&l,memory_order_release);return 0;}
int main(void){GO(x,a);GO(y,a);J(x);J(y);assert(data==2);return 0;}
