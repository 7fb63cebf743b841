// must: a conversion that fails writes nothing
// expect: holds
#include "short.h"
#include <wchar.h>
static wchar_t w;
F(h){assert(mbtowc(&w,"a",0)==-1);return 0;}
int main(void){GO(p,h);w=9;J(p);return w!=9;}
