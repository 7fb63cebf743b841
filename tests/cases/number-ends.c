// must: a number ends with the first character that does not belong to it: what is behind that is not read
// expect: holds
#include "short.h"
#include <wchar.h>
static char s[]="1.5 x",t[]=" -12,x",h[]="0x1f:x";static wchar_t w[]=L"7;x";
F(f){assert(strtod(s,0)==1.5&&atoi(t)==-12&&strtoul(h,0,16)==31&&wcstol(w,0,10)==7&&atof(s)==1.5);return 0;}
F(g){s[4]=t[5]=h[5]='y';w[2]='y';return 0;}
int main(void){GO(x,f);GO(y,g);J(x);J(y);assert(strtol("0x",0,16)==0);return 0;}
