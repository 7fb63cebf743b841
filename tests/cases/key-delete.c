// must: the assertion fails, with every strategy
// expect: violated assertion
#include "short.h"
static pthread_key_t k;
F(a){int r=pthread_setspecific(k,&k);assert(r==0);return 0;}F(b){pthread_key_delete(k);return 0;}
int main(void){pthread_key_create(&k,0);GO(x,a);GO(y,b);J(x);J(y);return 0;}
