// must: what comes after a piece is not touched
// expect: holds
#include "short.h"
#include <wchar.h>
static wchar_t t[]=L"a,b,c";
F(h){wchar_t*sv;assert(wcstok(t,L",",&sv)==t);assert(wcstok(0,L",",&sv)==t+2);assert(!wcscmp(t+2,L"b"));return 0;}
int main(void){GO(p,h);t[4]=L'x';J(p);return 0;}
