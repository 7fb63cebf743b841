// must: the error is reached (symbolically), or incomplete by name; never covered
// expect: violated assertion
// expect: incomplete nondet_int
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
int main(){ int x=__VERIFIER_nondet_int(); if(x==77)__VERIFIER_error(); return 0;}
