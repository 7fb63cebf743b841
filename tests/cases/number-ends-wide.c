// must: data race: a number is passed in a text, and what stands behind it belongs to the text
// expect: violated race
#include "short.h"
#include <wchar.h>
static wchar_t s[]=L"7;x";
F(f){assert(wcstol(s,0,10)==7);return 0;}F(g){s[2]='y';return 0;}
int main(void){GO(x,f);GO(y,g);J(x);J(y);return 0;}
