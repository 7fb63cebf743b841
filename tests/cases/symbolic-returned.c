// must: use of a local whose function has returned: whoever follows inputs tells the runtime of functions, which does not call them
// options: --symbolic
// build: --heddle-symbolic
// expect: violated use-after-free
static int *p;
static int g(void){return 1;}
static void lend(void){int here=3;p=&here;}
int main(void){lend();int n=g();return *p-3+n-1;}
