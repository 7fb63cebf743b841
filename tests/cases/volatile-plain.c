// must: data race: C's volatile is not atomic
// expect: violated race
#include "short.h"
static volatile int f;
F(a){f=1;return 0;}
F(b){return f?arg:0;}
int main(void){GO(x,a);GO(y,b);J(x);J(y);return 0;}
