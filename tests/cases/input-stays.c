// must: with --input 0=9 the story shows 9
// expect: violated assertion
// options: --input 0=9
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) { int x = __VERIFIER_nondet_int(); assert(x < 2); return 0; }
