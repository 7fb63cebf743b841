// must: data race: the last one frees what the other has used, and nothing orders the two
// expect: violated race
#include "short.h"
static atomic_int n=2;static int*p;
F(a){int v=*p;if(atomic_fetch_sub_explicit(&n,1,memory_order_relaxed)==1)free(p);return v?0:arg;}
int main(void){p=malloc(4);*p=1;GO(x,a);GO(y,a);J(x);J(y);return 0;}
