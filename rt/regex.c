/* Regular expressions: looking for one in a text, which may be a part of it, and
 * where nobody has asked for places none are stored. */
#include "rt/call.h"
#include "rt/calls.h"
#include "rt/rt.h"

int heddle_regexec(const regex_t *of, const char *s, size_t count,
                   regmatch_t *places, int flags) {
  struct rt_call k;
  bool part = flags & REG_STARTEND;
  rt_call_open(&k, heddle_here);
  rt_call_read(&k, 0, of, sizeof *of);
  if (part) {
    rt_call_read(&k, 3, places, sizeof *places);
    rt_call_read(&k, 1, s + places->rm_so,
                 (uint64_t)(places->rm_eo - places->rm_so));
  } else {
    rt_call_text(&k, 1, s, PTRDIFF_MAX, 1);
  }
  uint64_t stored = of->no_sub ? 0 : count * sizeof *places;
  rt_call_room(&k, 3, places, stored);
  rt_call_enter(&k);
  int none = regexec(of, s, count, places, flags);
  rt_call_leave(&k);
  if (!none)
    rt_call_wrote(&k, 3, places, stored);
  rt_call_close(&k);
  return none;
}
