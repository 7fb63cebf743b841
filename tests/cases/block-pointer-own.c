// must: a pointer from outside of the block is used inside of it, or points elsewhere again when it is left
// expect: holds
#include "short.h"
F(f){
  int y=5,*p=&y,sum=0;
  for(int i=0;i<3;i++){
    int x=i;
    p=&x;
    sum+=*p;
    {int *q=p;sum+=*q;}
    if(i==1)
      continue;
    p=&y;
  }
  if(p!=&y)
    return p;
  assert(sum==6&&*p==5);
  return 0;}
int main(void){GO(t,f);GO(u,f);J(t);J(u);return 0;}
