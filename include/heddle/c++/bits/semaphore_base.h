/* Semaphores are those of POSIX. */
#pragma GCC system_header
#pragma push_macro("_GLIBCXX_USE_POSIX_SEMAPHORE")
#undef _GLIBCXX_USE_POSIX_SEMAPHORE
#define _GLIBCXX_USE_POSIX_SEMAPHORE 1
#include_next <bits/semaphore_base.h>
#pragma pop_macro("_GLIBCXX_USE_POSIX_SEMAPHORE")
