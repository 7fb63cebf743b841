// must: the assertion fails: a sleep inside a polling turn moves the clock
// expect: violated assertion
#include "short.h"
static atomic_int ready;
F(a){time_t t=time(0);while(!ready)sleep(10);assert(time(0)-t<5);return 0;}F(b){ready=1;return 0;}
int main(void){GO(x,a);GO(y,b);J(x);J(y); return 0;}
