// must: the pieces of a wide text
// expect: holds
#include "short.h"
#include <wchar.h>
int main(void){wchar_t t[]=L",,a,b,,";wchar_t*sv;assert(wcstok(t,L",",&sv)==t+2);assert(wcstok(0,L",",&sv)==t+4);assert(!wcstok(0,L",",&sv));assert(!wcstok(0,L",",&sv));return 0;}
