// must: under a lock each number is there once
// expect: holds
#include "short.h"
#include <search.h>
M(m);static int all[4];static size_t n;
static int compare(const void*a,const void*b){return*(int*)a-*(int*)b;}
static void add(int k){L(m);int*p=lsearch(&k,all,&n,sizeof*all,compare);assert(*p==k);U(m);}
F(f){add(1);add(2);return 0;}F(g){add(2);add(3);return 0;}
int main(void){GO(x,f);GO(y,g);J(x);J(y);assert(n==3&&all[0]+all[1]+all[2]==6);return 0;}
