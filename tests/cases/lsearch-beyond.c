// must: out of bounds: there is no room for one more
// expect: violated out-of-bounds
#include "short.h"
#include <search.h>
static int all[2]={1,2};static int compare(const void*a,const void*b){return*(int*)a-*(int*)b;}
int main(void){int key=9;size_t n=2;lsearch(&key,all,&n,sizeof*all,compare);return 0;}
