/* The same with a time after which it is enough: that may come at any
 * moment. */
#ifndef _GLIBCXX_ATOMIC_TIMED_WAIT_H
#define _GLIBCXX_ATOMIC_TIMED_WAIT_H 1
#pragma GCC system_header
#include <bits/atomic_wait.h>

#if __cpp_lib_atomic_wait
#include <bits/chrono.h>

namespace std {
template <typename _Tp, typename _Pred>
bool __atomic_wait_address_timed(const _Tp *__addr, _Pred __pred) noexcept {
  while (!__pred()) {
    __heddle_park_begin(__addr);
    if (__pred()) {
      __heddle_park_end(__addr);
      return true;
    }
    if (!__heddle_park_until(__addr))
      return __pred();
  }
  return true;
}

template <typename _Tp, typename _ValFn, typename _Time>
bool __atomic_wait_address_until_v(const _Tp *__addr, _Tp &&__old,
                                   _ValFn &&__vfn, const _Time &) noexcept {
  return std::__atomic_wait_address_timed(
      __addr, [&] { return !__detail::__atomic_compare(__old, __vfn()); });
}

template <typename _Tp, typename _ValFn, typename _Time>
bool __atomic_wait_address_for_v(const _Tp *__addr, _Tp &&__old,
                                 _ValFn &&__vfn, const _Time &__t) noexcept {
  return std::__atomic_wait_address_until_v(__addr, std::forward<_Tp>(__old),
                                            __vfn, __t);
}

template <typename _Tp, typename _Pred, typename _Time>
bool __atomic_wait_address_until(const _Tp *__addr, _Pred __pred,
                                 const _Time &) noexcept {
  return std::__atomic_wait_address_timed(__addr, __pred);
}

template <typename _Tp, typename _Pred, typename _Time>
bool __atomic_wait_address_for(const _Tp *__addr, _Pred __pred,
                               const _Time &) noexcept {
  return std::__atomic_wait_address_timed(__addr, __pred);
}

template <typename _Pred, typename _Time>
bool __atomic_wait_address_until_bare(const __detail::__platform_wait_t *__addr,
                                      _Pred __pred, const _Time &) noexcept {
  return std::__atomic_wait_address_timed(__addr, __pred);
}

template <typename _Pred, typename _Time>
bool __atomic_wait_address_for_bare(const __detail::__platform_wait_t *__addr,
                                    _Pred __pred, const _Time &) noexcept {
  return std::__atomic_wait_address_timed(__addr, __pred);
}
} // namespace std
#endif

#endif
