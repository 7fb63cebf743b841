/* Streams of C++.  Formatted input and output of the standard ones by several
 * threads is no data race; of any other stream it is one. */
#include "rt/kernel.h"
#include "rt/rt.h"

/* In programs that have them. */
#define STREAM(name) extern char name[] __attribute__((weak))
STREAM(_ZSt4cout);
STREAM(_ZSt4cerr);
STREAM(_ZSt4clog);
STREAM(_ZSt3cin);
STREAM(_ZSt5wcout);
STREAM(_ZSt5wcerr);
STREAM(_ZSt5wclog);
STREAM(_ZSt4wcin);

/* Or its part that all streams have. */
static bool is_standard(const void *stream) {
  enum { SIZE = 272 };
  const void *const all[] = {_ZSt4cout,  _ZSt4cerr,  _ZSt4clog,  _ZSt3cin,
                             _ZSt5wcout, _ZSt5wcerr, _ZSt5wclog, _ZSt4wcin};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (all[i] && (uint64_t)stream - (uint64_t)all[i] < SIZE)
      return true;
  return false;
}

/* A change of its first word, whatever is done to it.  What comes from outside
 * nobody models.  The buffers of the standard ones are in the memory of the
 * library, and may be used by all threads as those. */
void rt_iostream_use(const void *stream, heddle_at site) {
  enum { SIZE = 280 };
  heddle_here = site;
  if (_ZSt3cin && (uint64_t)stream - (uint64_t)_ZSt3cin < SIZE)
    rt_escape(WHY_UNMODELLED, "std::cin", site);
  if (stream && !is_standard(stream) &&
      rt_bounds_mapped((uint64_t)stream, sizeof(void *)))
    rt_range_write((void *)stream, sizeof(void *), site);
}
