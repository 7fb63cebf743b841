/* What libstdc++.so has of std::thread, where the program can be seen to use
 * it. */
#ifndef HEDDLE_CXX_STD_THREAD_H
#define HEDDLE_CXX_STD_THREAD_H 1
#pragma GCC system_header
#include_next <bits/std_thread.h>
#include <bits/functexcept.h>
#include <cerrno>

namespace std {
inline thread::_State::~_State() = default;

inline namespace heddle {
inline void *__run(void *__state) {
  thread::_State_ptr __s(static_cast<thread::_State *>(__state));
  __s->_M_run();
  return nullptr;
}
} // namespace heddle

inline void thread::_M_start_thread(_State_ptr __state, void (*)()) {
  int __e = pthread_create(&_M_id._M_thread, nullptr, heddle::__run,
                           __state.get());
  if (__e)
    __throw_system_error(__e);
  __state.release();
}

inline void thread::join() {
  int __e = EINVAL;
  if (joinable())
    __e = pthread_join(_M_id._M_thread, nullptr);
  if (__e)
    __throw_system_error(__e);
  _M_id = id();
}

inline void thread::detach() {
  int __e = EINVAL;
  if (joinable())
    __e = pthread_detach(_M_id._M_thread);
  if (__e)
    __throw_system_error(__e);
  _M_id = id();
}

/* The same on every machine. */
inline unsigned thread::hardware_concurrency() noexcept { return 2; }
} // namespace std

#endif
