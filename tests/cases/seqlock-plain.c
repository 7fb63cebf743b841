// must: data race: the data of a sequence lock are read while they are written
// expect: violated race
#include "short.h"
static atomic_uint s;static int p,q;
F(a){atomic_store(&s,1);p=1;q=1;atomic_store(&s,2);return 0;}
F(b){unsigned v=atomic_load(&s);int x=p,y=q;if(!(v&1)&&v==atomic_load(&s))assert(x==y);return 0;}
int main(void){GO(x,a);GO(y,b);J(x);J(y);return 0;}
