// must: data race: atoi reads the buffer
// expect: violated race
#include "short.h"
static char buf[16]="abcdefg";
F(a){volatile long r=atoi(buf);(void)r;return 0;}F(b){buf[5]='x';return 0;}
int main(void){GO(x,a);GO(y,b);J(x);J(y); return 0;}
