// must: data race: wcsdup writes its copy, and a relaxed access orders nothing
// expect: violated race
#include "short.h"
#include <stdatomic.h>
#include <wchar.h>
static wchar_t*_Atomic p;
F(f){atomic_store_explicit(&p,wcsdup(L"abc"),memory_order_relaxed);return 0;}
F(g){wchar_t*q=atomic_load_explicit(&p,memory_order_acquire);if(q)q[1]=1;return 0;}
int main(void){GO(x,f);GO(y,g);J(x);J(y);return 0;}
