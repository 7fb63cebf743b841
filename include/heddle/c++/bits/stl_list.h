/* What libstdc++.so has of std::list: links of nodes. */
#ifndef HEDDLE_CXX_STL_LIST_H
#define HEDDLE_CXX_STL_LIST_H 1
#pragma GCC system_header
#include_next <bits/stl_list.h>

namespace std {
namespace __detail {
inline void _List_node_base::_M_hook(_List_node_base *__next) noexcept {
  _M_next = __next;
  _M_prev = __next->_M_prev;
  __next->_M_prev->_M_next = this;
  __next->_M_prev = this;
}

inline void _List_node_base::_M_unhook() noexcept {
  _List_node_base *__next = _M_next, *__prev = _M_prev;
  __prev->_M_next = __next;
  __next->_M_prev = __prev;
}

/* [first, last) goes before this node. */
inline void _List_node_base::_M_transfer(_List_node_base *__first,
                                         _List_node_base *__last) noexcept {
  if (this == __last || __first == __last)
    return;
  _List_node_base *__end = __last->_M_prev, *__before = __first->_M_prev;
  __before->_M_next = __last;
  __last->_M_prev = __before;
  __first->_M_prev = _M_prev;
  __end->_M_next = this;
  _M_prev->_M_next = __first;
  _M_prev = __end;
}

inline void _List_node_base::_M_reverse() noexcept {
  _List_node_base *__n = this;
  do {
    _List_node_base *__next = __n->_M_next;
    __n->_M_next = __n->_M_prev;
    __n->_M_prev = __next;
    __n = __next;
  } while (__n != this);
}

/* Each ring gets the other's head. */
inline void _List_node_base::swap(_List_node_base &__x,
                                  _List_node_base &__y) noexcept {
  bool __some_x = __x._M_next != &__x, __some_y = __y._M_next != &__y;
  _List_node_base __was = __x;
  if (__some_y) {
    __x = __y;
    __x._M_next->_M_prev = __x._M_prev->_M_next = &__x;
  } else {
    __x._M_next = __x._M_prev = &__x;
  }
  if (__some_x) {
    __y = __was;
    __y._M_next->_M_prev = __y._M_prev->_M_next = &__y;
  } else {
    __y._M_next = __y._M_prev = &__y;
  }
}
} // namespace __detail
} // namespace std

#endif
