// must: data race: of the data, not of the volatile flag: there is no barrier
// expect: violated race
// build: --volatile=atomic
#include "short.h"
static int data;static volatile int f;
F(a){data=42;f=1;return 0;}
F(b){if(f)assert(data==42);return 0;}
int main(void){GO(x,a);GO(y,b);J(x);J(y);return 0;}
