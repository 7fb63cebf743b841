// must: wcstok goes on in the text that it was given before
// expect: violated race
#include "short.h"
#include <wchar.h>
static wchar_t t[]=L"a,b,c";static wchar_t*sv;
F(h){wcstok(t,L",",&sv);wcstok(0,L",",&sv);return 0;}
int main(void){GO(p,h);t[2]=L'x';J(p);return 0;}
