// must: texts and tables are read to their ends, and where they end is not behind them
// expect: holds
#include "short.h"
static const int table[3]={1,2,3};static const char three[3]="abc",*const names[]={"x","yz"};
F(f){int k=0;for(const int*p=table;p!=table+3;p++)k+=*p;assert(k==6);const char*s="abc";char b[4];memcpy(b,s,4);assert(!strcmp(b,"abc"));
for(k=0;s[k];k++);assert(k==3&&strlen(names[1])==2&&!memcmp(three,"abc",3));printf("%.3s %s\n",three,names[0]);return 0;}
int main(void){GO(x,f);GO(y,f);J(x);J(y);return 0;}
