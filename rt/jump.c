/* setjmp and longjmp: the mask of signals, which libc knows nothing of.
 *
 * A buffer is libc's, and says whether a mask was saved; behind the mask that
 * libc saves there, which is that of the process, there is room for ours.  It is
 * set back before the jump, as libc does it: a signal that this lets through is
 * handled there. */
#include <setjmp.h>

#include "rt/signals.h"

#pragma weak rt_signal_mask_back

void heddle_jump_saves(struct __jmp_buf_tag *to, int mask) {
  if (mask)
    to->__saved_mask.__val[1] = rt.current->signal_mask;
}

void heddle_jump_goes(const struct __jmp_buf_tag *to, heddle_at site) {
  if (to->__mask_was_saved && rt_signal_mask_back)
    rt_signal_mask_back(to->__saved_mask.__val[1], site);
}
