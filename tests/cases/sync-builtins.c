// must: holds: the old built-ins acquire and release
// expect: holds
#include "short.h"
static int data,f,l;
F(a){data=42;__sync_fetch_and_add(&f,1);return 0;}
F(b){if(__sync_val_compare_and_swap(&f,0,0))assert(data==42);return 0;}
F(c){while(__sync_lock_test_and_set(&l,1));__sync_lock_release(&l);return 0;}
int main(void){GO(x,a);GO(y,b);GO(z,c);J(x);J(y);J(z);return 0;}
