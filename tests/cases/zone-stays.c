// must: nobody changes the environment: who asks for the time of day is alone
// expect: holds
#include "short.h"
F(f){time_t t=86400;struct tm b;assert(gmtime_r(&t,&b)==&b&&b.tm_mday==2);char s[8];assert(strftime(s,8,"%d",&b)==2&&!strcmp(s,"02"));return 0;}
int main(void){GO(x,f);GO(y,f);J(x);J(y);return 0;}
