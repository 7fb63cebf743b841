// must: another file is put in the place of the one that is about to be read: incomplete, by name
// expect: incomplete dup2
// expect: violated assertion
#include "short.h"
static int a,b;
F(f){dup2(b,a);return 0;}
int main(void){int p[2],q[2];pipe(p);pipe(q);write(p[1],"p",1);write(q[1],"q",1);a=p[0];b=q[0];GO(t,f);char c=0;read(a,&c,1);J(t);assert(c=='p');return 0;}
