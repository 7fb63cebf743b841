// must: the assertion fails: a byte is part of the word around it
// expect: violated assertion
#include "short.h"
static uint32_t x;
F(a){__atomic_store_n((uint8_t*)&x+1,1,__ATOMIC_SEQ_CST);return 0;}
F(b){uint32_t r=__atomic_load_n(&x,__ATOMIC_SEQ_CST);assert(r!=0);return 0;}
int main(void){GO(p,a);GO(q,b);J(p);J(q);return 0;}
