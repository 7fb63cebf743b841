/* What std::future waits by: libstdc++'s other form of it, a mutex and a
 * condition variable, which is all in the header. */
#ifndef HEDDLE_CXX_ATOMIC_FUTEX_H
#define HEDDLE_CXX_ATOMIC_FUTEX_H 1
#pragma GCC system_header
#include <atomic>
#include <condition_variable>
#include <mutex>
#pragma push_macro("_GLIBCXX_HAVE_LINUX_FUTEX")
#undef _GLIBCXX_HAVE_LINUX_FUTEX
#include_next <bits/atomic_futex.h>
#pragma pop_macro("_GLIBCXX_HAVE_LINUX_FUTEX")
#endif
