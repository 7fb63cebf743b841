// must: a struct that was passed by value ends with the function it was passed to
// only: optimal reach random
// expect: violated race use-after-free
#include "short.h"
struct s{int v[8];};static pthread_t x;
F(f){*(int*)arg=1;return 0;}
static void start(struct s s){pthread_create(&x,0,f,&s.v[3]);}
int main(void){struct s s={{0}};start(s);J(x);return 0;}
