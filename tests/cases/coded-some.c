// must: mbstowcs and wcstombs look at no more than they have room for
// expect: holds
#include "short.h"
#include <wchar.h>
static char b[]={'a','b','c'};static wchar_t w[]={'a','b','c'};
F(f){wchar_t to[2];assert(mbstowcs(to,b,2)==2&&to[1]=='b');char c[2];assert(wcstombs(c,w,2)==2&&c[1]=='b');return 0;}
F(g){b[2]='x';w[2]='x';return 0;}
int main(void){GO(x,f);GO(y,g);J(x);J(y);return 0;}
