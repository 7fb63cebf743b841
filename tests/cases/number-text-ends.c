// must: what stands behind the end of the text is not read with the number
// expect: holds
#include "short.h"
#include <wchar.h>
static char s[8]="1.5",t[8]=" -12,",h[8]="0x1f:";static wchar_t w[4]=L"7;";
F(f){assert(strtod(s,0)==1.5&&atoi(t)==-12&&strtoul(h,0,16)==31&&wcstol(w,0,10)==7&&atof(s)==1.5);return 0;}
F(g){s[4]=t[6]=h[6]='y';w[3]='y';return 0;}
int main(void){GO(x,f);GO(y,g);J(x);J(y);assert(strtol("0x",0,16)==0);return 0;}
