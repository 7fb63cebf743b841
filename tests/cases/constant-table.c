// must: out of bounds: in one order the index is one too many, and the table a constant
// expect: violated out-of-bounds
#include "short.h"
static const int table[2]={5,6};static atomic_int n;
F(f){const int*p=table;return(void*)(long)p[n++];}
int main(void){GO(x,f);GO(y,f);n++;J(x);J(y);return 0;}
