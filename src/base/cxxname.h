/* cxxname: names of C++ as a person says them.
 *
 *     int Queue<int>::pop(bool) const      Queue::pop
 *     main::{lambda()#1}::operator()()     main::lambda
 *     std::vector<int>::push_back(int&&)   std::vector::push_back
 *
 * Arguments, those of templates too, and what is returned are left out. */
#ifndef BASE_CXXNAME_H
#define BASE_CXXNAME_H

#include <stddef.h>

enum { CXXNAME_LONGEST = 256 };

/* Of a name that was demangled; what is none of C++ stays as it is. */
const char *cxxname_shorten(const char *full, char out[CXXNAME_LONGEST]);

#endif
