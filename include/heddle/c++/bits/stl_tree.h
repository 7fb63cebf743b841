/* What libstdc++.so has of std::map, std::set and their like: steps through a
 * red-black tree, and its balance.  The header of a tree has the root as its
 * parent, and the first and the last node as its children. */
#ifndef HEDDLE_CXX_STL_TREE_H
#define HEDDLE_CXX_STL_TREE_H 1
#pragma GCC system_header
#include_next <bits/stl_tree.h>

namespace std {
inline _Rb_tree_node_base *
_Rb_tree_increment(_Rb_tree_node_base *__x) noexcept {
  if (__x->_M_right) {
    __x = __x->_M_right;
    while (__x->_M_left)
      __x = __x->_M_left;
    return __x;
  }
  _Rb_tree_node_base *__up = __x->_M_parent;
  while (__x == __up->_M_right) {
    __x = __up;
    __up = __up->_M_parent;
  }
  /* from the root without a right child the header comes next */
  return __x->_M_right == __up ? __x : __up;
}

inline const _Rb_tree_node_base *
_Rb_tree_increment(const _Rb_tree_node_base *__x) noexcept {
  return _Rb_tree_increment(const_cast<_Rb_tree_node_base *>(__x));
}

inline _Rb_tree_node_base *
_Rb_tree_decrement(_Rb_tree_node_base *__x) noexcept {
  if (__x->_M_color == _S_red && __x->_M_parent->_M_parent == __x)
    return __x->_M_right; /* of the header: the last */
  if (__x->_M_left) {
    __x = __x->_M_left;
    while (__x->_M_right)
      __x = __x->_M_right;
    return __x;
  }
  _Rb_tree_node_base *__up = __x->_M_parent;
  while (__x == __up->_M_left) {
    __x = __up;
    __up = __up->_M_parent;
  }
  return __up;
}

inline const _Rb_tree_node_base *
_Rb_tree_decrement(const _Rb_tree_node_base *__x) noexcept {
  return _Rb_tree_decrement(const_cast<_Rb_tree_node_base *>(__x));
}

/* y takes the place of x under its parent, or as the root. */
inline void __heddle_rb_replace(_Rb_tree_node_base *__x,
                                _Rb_tree_node_base *__y,
                                _Rb_tree_node_base *&__root) noexcept {
  if (__x == __root)
    __root = __y;
  else if (__x->_M_parent->_M_left == __x)
    __x->_M_parent->_M_left = __y;
  else
    __x->_M_parent->_M_right = __y;
  if (__y)
    __y->_M_parent = __x->_M_parent;
}

/* x goes down, to the left or to the right, and its other child up. */
inline void __heddle_rb_rotate(_Rb_tree_node_base *__x, bool __left,
                               _Rb_tree_node_base *&__root) noexcept {
  _Rb_tree_node_base *__y = __left ? __x->_M_right : __x->_M_left;
  _Rb_tree_node_base *__inner = __left ? __y->_M_left : __y->_M_right;
  (__left ? __x->_M_right : __x->_M_left) = __inner;
  __heddle_rb_replace(__x, __y, __root);
  if (__inner)
    __inner->_M_parent = __x;
  (__left ? __y->_M_left : __y->_M_right) = __x;
  __x->_M_parent = __y;
}

inline void
_Rb_tree_insert_and_rebalance(const bool __left, _Rb_tree_node_base *__x,
                              _Rb_tree_node_base *__p,
                              _Rb_tree_node_base &__header) noexcept {
  _Rb_tree_node_base *&__root = __header._M_parent;
  __x->_M_parent = __p;
  __x->_M_left = __x->_M_right = nullptr;
  __x->_M_color = _S_red;
  if (__p == &__header) {
    __root = __header._M_left = __header._M_right = __x;
  } else if (__left) {
    __p->_M_left = __x;
    if (__p == __header._M_left)
      __header._M_left = __x;
  } else {
    __p->_M_right = __x;
    if (__p == __header._M_right)
      __header._M_right = __x;
  }
  while (__x != __root && __x->_M_parent->_M_color == _S_red) {
    _Rb_tree_node_base *__up = __x->_M_parent, *__top = __up->_M_parent;
    bool __on_left = __up == __top->_M_left;
    _Rb_tree_node_base *__uncle = __on_left ? __top->_M_right : __top->_M_left;
    if (__uncle && __uncle->_M_color == _S_red) {
      __up->_M_color = __uncle->_M_color = _S_black;
      __top->_M_color = _S_red;
      __x = __top;
      continue;
    }
    if (__x == (__on_left ? __up->_M_right : __up->_M_left)) {
      __x = __up;
      __heddle_rb_rotate(__x, __on_left, __root);
      __up = __x->_M_parent;
    }
    __up->_M_color = _S_black;
    __top->_M_color = _S_red;
    __heddle_rb_rotate(__top, !__on_left, __root);
  }
  __root->_M_color = _S_black;
}

/* A black node is missing above x, which hangs, or nothing does, at up. */
inline void __heddle_rb_mend(_Rb_tree_node_base *__x, _Rb_tree_node_base *__up,
                             _Rb_tree_node_base *&__root) noexcept {
  while (__x != __root && (!__x || __x->_M_color == _S_black)) {
    bool __on_left = __x == __up->_M_left;
    _Rb_tree_node_base *__w = __on_left ? __up->_M_right : __up->_M_left;
    if (__w->_M_color == _S_red) {
      __w->_M_color = _S_black;
      __up->_M_color = _S_red;
      __heddle_rb_rotate(__up, __on_left, __root);
      __w = __on_left ? __up->_M_right : __up->_M_left;
    }
    _Rb_tree_node_base *__near = __on_left ? __w->_M_left : __w->_M_right;
    _Rb_tree_node_base *__far = __on_left ? __w->_M_right : __w->_M_left;
    bool __near_red = __near && __near->_M_color == _S_red;
    bool __far_red = __far && __far->_M_color == _S_red;
    if (!__near_red && !__far_red) {
      __w->_M_color = _S_red;
      __x = __up;
      __up = __up->_M_parent;
      continue;
    }
    if (!__far_red) {
      __near->_M_color = _S_black;
      __w->_M_color = _S_red;
      __heddle_rb_rotate(__w, !__on_left, __root);
      __w = __on_left ? __up->_M_right : __up->_M_left;
      __far = __on_left ? __w->_M_right : __w->_M_left;
    }
    __w->_M_color = __up->_M_color;
    __up->_M_color = _S_black;
    if (__far)
      __far->_M_color = _S_black;
    __heddle_rb_rotate(__up, __on_left, __root);
    break;
  }
  if (__x)
    __x->_M_color = _S_black;
}

/* A node with two children changes places with the next one. */
inline _Rb_tree_node_base *
_Rb_tree_rebalance_for_erase(_Rb_tree_node_base *const __z,
                             _Rb_tree_node_base &__header) noexcept {
  _Rb_tree_node_base *&__root = __header._M_parent;
  _Rb_tree_node_base *__y = __z, *__x, *__up;
  if (__z == __header._M_left)
    __header._M_left = __z->_M_right
                           ? _Rb_tree_node_base::_S_minimum(__z->_M_right)
                           : __z->_M_parent;
  if (__z == __header._M_right)
    __header._M_right = __z->_M_left
                            ? _Rb_tree_node_base::_S_maximum(__z->_M_left)
                            : __z->_M_parent;
  bool __black = __z->_M_color == _S_black;
  if (__z->_M_left && __z->_M_right) {
    __y = _Rb_tree_node_base::_S_minimum(__z->_M_right);
    __black = __y->_M_color == _S_black;
    __x = __y->_M_right;
    __up = __y->_M_parent == __z ? __y : __y->_M_parent;
    if (__y->_M_parent != __z) {
      __heddle_rb_replace(__y, __x, __root);
      __y->_M_right = __z->_M_right;
      __z->_M_right->_M_parent = __y;
    }
    __heddle_rb_replace(__z, __y, __root);
    __y->_M_left = __z->_M_left;
    __z->_M_left->_M_parent = __y;
    __y->_M_color = __z->_M_color;
  } else {
    __x = __z->_M_left ? __z->_M_left : __z->_M_right;
    __up = __z->_M_parent;
    __heddle_rb_replace(__z, __x, __root);
  }
  if (__black)
    __heddle_rb_mend(__x, __up, __root);
  return __z;
}
} // namespace std

#endif
