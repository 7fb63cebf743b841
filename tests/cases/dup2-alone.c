// must: who puts it there reads it
// expect: holds
#include "short.h"
static int a,b;
F(f){dup2(b,a);char c=0;assert(read(a,&c,1)==1&&c=='q');return 0;}
int main(void){int p[2],q[2];pipe(p);pipe(q);write(p[1],"p",1);write(q[1],"q",1);a=p[0];b=q[0];GO(t,f);J(t);return 0;}
