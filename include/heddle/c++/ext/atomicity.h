/* Reference counts are atomic from the beginning: libc sees one thread. */
#ifndef HEDDLE_CXX_ATOMICITY_H
#define HEDDLE_CXX_ATOMICITY_H 1
#pragma GCC system_header
#include <sys/single_threaded.h>
static constexpr char heddle_single_threaded = 0;
#define __libc_single_threaded heddle_single_threaded
#include_next <ext/atomicity.h>
#undef __libc_single_threaded
#endif
