// must: compound literals in blocks, loops and arguments, each used in its block
// expect: holds
#include "short.h"
struct p{int x,y;const int*v;};
static int sum(const struct p*q){return q->x+q->y+q->v[1];}
int main(void){int s=0;for(int i=0;i<3;i++){struct p*q=&(struct p){i,1,(int[]){4,5}};if(i==1)continue;s+=sum(q);if(i){const struct p*r=&(struct p){1,2,q->v};s+=sum(r);}}
switch(s){default:s+=sum(&(struct p){1,1,(int[2]){0}});}
while(s<100){int*volatile a=(int[]){s,50};s+=a[1];}
return s>200;}
