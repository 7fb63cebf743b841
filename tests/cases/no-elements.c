// must: an array of no elements has none, and nothing else is told of it
// expect: violated out-of-bounds
#include "short.h"
static void f(int n){char a[n],*volatile p=a;p[0]=1;}
int main(void){f(0);return 0;}
