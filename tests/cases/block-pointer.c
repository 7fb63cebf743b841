// must: a local of a block that was left is used by a pointer that is itself a local which nobody else can see
// expect: violated use-after-free
#include "short.h"
static void set(int*p){*p=3;}
F(f){
  int *p;
  {
    int x=1;
    p=&x;
  }
  set(p);
  return 0;}
int main(void){GO(t,f);J(t);return 0;}
