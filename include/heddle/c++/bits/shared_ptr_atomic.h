/* The locks by which libstdc++.so makes accesses of a shared_ptr atomic
 * (std::atomic_load and its like): one for all. */
#ifndef HEDDLE_CXX_SHARED_PTR_ATOMIC_H
#define HEDDLE_CXX_SHARED_PTR_ATOMIC_H 1
#pragma GCC system_header
#include_next <bits/shared_ptr_atomic.h>
#include <pthread.h>

#ifdef __GTHREADS
namespace std {
template <int> struct __heddle_sp {
  static pthread_mutex_t _S_mutex;
};
template <int _N>
pthread_mutex_t __heddle_sp<_N>::_S_mutex = PTHREAD_MUTEX_INITIALIZER;

inline _Sp_locker::_Sp_locker(const void *) noexcept {
  pthread_mutex_lock(&__heddle_sp<0>::_S_mutex);
}
inline _Sp_locker::_Sp_locker(const void *, const void *) noexcept {
  pthread_mutex_lock(&__heddle_sp<0>::_S_mutex);
}
inline _Sp_locker::~_Sp_locker() {
  pthread_mutex_unlock(&__heddle_sp<0>::_S_mutex);
}
} // namespace std
#endif

#endif
