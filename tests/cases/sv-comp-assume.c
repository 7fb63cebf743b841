// must: abort() in assume_abort_if_not is an assumption, elsewhere it is a failure
// expect: violated assertion
// options: --symbolic
// build: --heddle-symbolic
// only: optimal dpor
#include "short.h"
extern int __VERIFIER_nondet_int(void);
void reach_error(void);
void assume_abort_if_not(int cond){if(!cond){abort();}}
static atomic_int x;
F(a){x=x+1;return 0;}
int main(void){int n=__VERIFIER_nondet_int();assume_abort_if_not(n>0&&n<3);GO(t,a);GO(u,a);J(t);J(u);
if(x!=2&&n==2)reach_error();return 0;}
