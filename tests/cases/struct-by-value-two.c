// must: the assertion (and data races): the structs are read one after the other, and b may come in between
// expect: violated race assertion
#include "short.h"
struct s{long a,b,c,d;};static struct s g,h;
static void take(struct s x,struct s y){assert(x.a==y.a);}
F(a){take(g,h);return 0;}
F(b){g.a=1;h.a=1;return 0;}
int main(void){GO(x,a);GO(y,b);J(x);J(y);return 0;}
