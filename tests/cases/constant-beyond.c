// must: out of bounds: behind the end of a text that nobody can change
// expect: violated out-of-bounds
#include "short.h"
static int sum(const char*s,int n){int k=0;for(int i=0;i<n;i++)k+=s[i];return k;}
int main(void){return sum("abc",5)&0;}
