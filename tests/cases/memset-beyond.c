// must: a memset of a fixed size that is larger than the local
// only: optimal reach random
// expect: violated out-of-bounds
#include "short.h"
struct s{int a,b;};
F(f){struct s s,*p=&s;memset(p,0,sizeof s+1);assert(!s.a);return 0;}
int main(void){GO(x,f);J(x);return 0;}
