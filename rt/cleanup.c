/* pthread_cleanup_push and pop, and what pthread_exit does with them: glibc's
 * macros leave a jump buffer on the stack, and each is jumped to in turn. */
#include <setjmp.h>

#include "rt/calls.h"
#include "rt/rt.h"

void heddle___pthread_register_cancel(__pthread_unwind_buf_t *buffer) {
  struct fiber *f = rt.current;
  buffer->__pad[0] = f->cleanups;
  f->cleanups = buffer;
}

void heddle___pthread_unregister_cancel(__pthread_unwind_buf_t *buffer) {
  rt.current->cleanups = buffer->__pad[0];
}

/* The same, and deferred meanwhile, whatever it was before. */
void heddle___pthread_register_cancel_defer(__pthread_unwind_buf_t *buffer) {
  struct fiber *f = rt.current;
  heddle___pthread_register_cancel(buffer);
  buffer->__pad[1] = (void *)(uintptr_t)f->cancel_type;
  f->cancel_type = PTHREAD_CANCEL_DEFERRED;
}

void heddle___pthread_unregister_cancel_restore(
    __pthread_unwind_buf_t *buffer) {
  heddle___pthread_unregister_cancel(buffer);
  rt.current->cancel_type = (uint8_t)(uintptr_t)buffer->__pad[1];
}

/* Runs the innermost handler, which comes back here for the next. */
static _Noreturn void next(void) {
  struct fiber *f = rt.current;
  __pthread_unwind_buf_t *buffer = f->cleanups;
  if (!buffer)
    rt_fiber_exit(f->result);
  f->cleanups = buffer->__pad[0];
  /* the buffer is the beginning of a sigjmp_buf, as __sigsetjmp knows */
  struct __jmp_buf_tag *to;
  __asm__("" : "=r"(to) : "0"(buffer->__cancel_jmp_buf));
  siglongjmp(to, 1);
}

void heddle___pthread_unwind_next(__pthread_unwind_buf_t *buffer) {
  (void)buffer;
  next();
}

void heddle_pthread_exit(void *result) {
  rt.current->result = result;
  rt.current->quits = true;
  next();
}
