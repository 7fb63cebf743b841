// must: the same where an input says whether it is the local, or a variable that stays
// options: --symbolic
// build: --heddle-symbolic
// only: optimal unfold random
// expect: violated use-after-free
#include <heddle/rt.h>
static int *p,stays;
static void lend(int n){int here;p=n==7?&here:&stays;}
static void call(void(*f)(int),int n){f(n);}
int main(void){call(lend,(int)heddle_input("n",0,1000));*p=1;return 0;}
