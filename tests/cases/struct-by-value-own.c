// must: holds: what is passed is a copy, and each thread changes its own
// expect: holds
#include "short.h"
struct s{long a,b,c,d;};static const struct s g={1,2,3,4};
static long take(struct s x){x.a++;struct s *p=&x;p->d+=x.a;return p->d;}
F(a){assert(take(g)==6);struct s l=g;l.a=5;assert(take(l)==10);assert(l.a==5);return 0;}
int main(void){GO(x,a);GO(y,a);J(x);J(y);return 0;}
