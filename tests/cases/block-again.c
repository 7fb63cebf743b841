// must: holds: a local of a block that is entered again lives from its beginning
// only: optimal reach random
// expect: holds
#include "short.h"
F(f){++*(int*)arg;return 0;}
int main(void){int*p=0,k=0;
for(int i=0;i<2;i++){int n=i;pthread_t x;pthread_create(&x,0,f,&n);J(x);assert(n==i+1);if(n==9)break;}
{again:if(p)assert(*p==7);int n;n=7;p=&n;if(k++<2)goto again;}
switch(k){int n;case 3:n=4;p=&n;assert(*p==4);default:p=&n;*p=5;assert(n==5);}
return 0;}
