/* As strings: basic_string.tcc here. */
#pragma GCC system_header
#pragma push_macro("_GLIBCXX_EXTERN_TEMPLATE")
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0
#include_next <bits/allocator.h>
#pragma pop_macro("_GLIBCXX_EXTERN_TEMPLATE")
