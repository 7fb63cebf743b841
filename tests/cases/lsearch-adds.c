// must: data race: what lsearch adds goes behind the last element
// expect: violated race
#include "short.h"
#include <search.h>
static int all[3]={1,2},key=9;static size_t n=2;
static int compare(const void*a,const void*b){return*(int*)a-*(int*)b;}
F(f){lsearch(&key,all,&n,sizeof*all,compare);return 0;}F(g){return(void*)(long)all[2];}
int main(void){GO(x,f);GO(y,g);J(x);J(y);return 0;}
