// must: as block-pointer.c, read at once, of a member of a struct, after a loop
// expect: violated use-after-free
#include "short.h"
struct pair{int *a,*b;};
F(f){
  struct pair p={0,0};
  for(int i=0;i<2;i++){
    struct{int n[2];} x={{i,2}};
    if(i)
      p.b=&x.n[1];
  }
  return (void*)(long)(*p.b-2);}
int main(void){GO(t,f);J(t);return 0;}
