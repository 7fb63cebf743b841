/* setjmp and longjmp: the mask of signals, which libc knows nothing of, and
 * whether there is still a function to go back to.
 *
 * A buffer is libc's, and says whether a mask was saved; behind the mask that
 * libc saves there, which is that of the process, there is room for ours.  It is
 * set back before the jump, as libc does it: a signal that this lets through is
 * handled there.  There is room for the place on the stack, too: who jumps was
 * called from there, so it stands below, on the same stack. */
#include <setjmp.h>

#include "rt/signals.h"

#pragma weak rt_signal_mask_back

enum { MASK = 1, PLACE };

void heddle_jump_saves(struct __jmp_buf_tag *to, int mask) {
  to->__saved_mask.__val[PLACE] = (uint64_t)__builtin_frame_address(0);
  if (mask)
    to->__saved_mask.__val[MASK] = rt.current->signal_mask;
}

static uint64_t stack_of(uint64_t at) {
  return (at - WIRE_STACKS_AT) / WIRE_STACK_SIZE;
}

void heddle_jump_goes(const struct __jmp_buf_tag *to, heddle_at site) {
  uint64_t here = (uint64_t)__builtin_frame_address(0);
  uint64_t place = to->__saved_mask.__val[PLACE];
  if (!place)
    rt_fail(FOUND_MISUSE, site, "longjmp to where no setjmp was");
  if (stack_of(place) != stack_of(here))
    rt_fail(FOUND_MISUSE, site, "longjmp to a setjmp of another thread");
  if (place < here)
    rt_fail(FOUND_MISUSE, site, "longjmp to a function that has returned");
  if (to->__mask_was_saved && rt_signal_mask_back)
    rt_signal_mask_back(to->__saved_mask.__val[MASK], site);
}
