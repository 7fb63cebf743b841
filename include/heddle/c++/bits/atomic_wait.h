/* wait and notify of atomics, latches and barriers.
 *
 * Who waits says so first, looks once more, and then sleeps until somebody
 * notifies it; a notification that finds it awake goes on to the next
 * (rt/park.c).  Not a file of libstdc++, whose own looks several times, and
 * lets atomics share what they wait by. */
#ifndef _GLIBCXX_ATOMIC_WAIT_H
#define _GLIBCXX_ATOMIC_WAIT_H 1
#pragma GCC system_header
#include <bits/c++config.h>

#if defined _GLIBCXX_HAS_GTHREADS
#include <bits/functional_hash.h>
#include <bits/gthr.h>
#include <ext/numeric_traits.h>
#include <bits/functexcept.h>
#include <bits/std_mutex.h>

#define __cpp_lib_atomic_wait 201907L

extern "C" {
void __heddle_park_begin(const void *);
void __heddle_park_end(const void *);
void __heddle_park_sleep(const void *);
bool __heddle_park_until(const void *);
void __heddle_park_wake(const void *, bool);
}

namespace std {
namespace __detail {
using __platform_wait_t = int;
static constexpr size_t __platform_wait_alignment = 4;

inline void __thread_yield() noexcept { __gthread_yield(); }
inline void __thread_relax() noexcept { __builtin_ia32_pause(); }

template <typename _Pred> bool __atomic_spin(_Pred &__pred) noexcept {
  return __pred();
}

template <typename _Tp>
bool __atomic_compare(const _Tp &__a, const _Tp &__b) {
  return __builtin_memcmp(&__a, &__b, sizeof(_Tp)) == 0;
}
} // namespace __detail

template <typename _Tp, typename _Pred>
void __atomic_wait_address(const _Tp *__addr, _Pred __pred) noexcept {
  while (!__pred()) {
    __heddle_park_begin(__addr);
    if (__pred()) {
      __heddle_park_end(__addr);
      return;
    }
    __heddle_park_sleep(__addr);
  }
}

template <typename _Tp, typename _ValFn>
void __atomic_wait_address_v(const _Tp *__addr, _Tp __old,
                             _ValFn __vfn) noexcept {
  std::__atomic_wait_address(__addr, [&] {
    _Tp __now = __vfn();
    return !__detail::__atomic_compare(__old, __now);
  });
}

template <typename _Pred>
void __atomic_wait_address_bare(const __detail::__platform_wait_t *__addr,
                                _Pred __pred) noexcept {
  std::__atomic_wait_address(__addr, __pred);
}

template <typename _Tp>
void __atomic_notify_address(const _Tp *__addr, bool __all) noexcept {
  __heddle_park_wake(__addr, __all);
}

inline void
__atomic_notify_address_bare(const __detail::__platform_wait_t *__addr,
                             bool __all) noexcept {
  __heddle_park_wake(__addr, __all);
}
} // namespace std
#endif

#endif
