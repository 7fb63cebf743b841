// must: data race (and the assertion): a struct of more than 16 bytes passed by value from shared memory is read
// expect: violated race assertion
#include "short.h"
struct s{long a,b,c,d;};static struct s g;
static void take(struct s x){assert(x.a==x.d);}
F(a){take(g);return 0;}
F(b){g.a=1;g.d=1;return 0;}
int main(void){GO(x,a);GO(y,b);J(x);J(y);return 0;}
