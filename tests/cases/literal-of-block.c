// must: a compound literal of a block that was left
// expect: violated use-after-free
#include "short.h"
struct p{int x,y;};
int main(void){struct p*q;if(1){q=&(struct p){1,2};}struct p*volatile r=q;return r->y>5;}
