/* klee/klee.h: the calls of KLEE, for programs that were written for it;
 * `heddle cc` finds this one where there is no other.  doc/symbolic.md says
 * what they do here. */
#ifndef HEDDLE_KLEE_H
#define HEDDLE_KLEE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

void klee_make_symbolic(void *at, size_t size, const char *name);
int klee_range(int begin, int end, const char *name);
int klee_int(const char *name);
void klee_assume(uintptr_t condition);
__attribute__((noreturn)) void klee_silent_exit(int code);
__attribute__((noreturn)) void klee_abort(void);
__attribute__((noreturn)) void klee_report_error(const char *file, int line,
                                                 const char *message,
                                                 const char *suffix);
unsigned klee_is_symbolic(uintptr_t value);
unsigned klee_is_replay(void);
int *klee_get_errno(void);
int32_t klee_get_value_i32(int32_t value);
int64_t klee_get_value_i64(int64_t value);
long klee_get_valuel(long value);
long long klee_get_valuell(long long value);
void klee_check_memory_access(const void *at, size_t size);
void klee_prefer_cex(void *object, uintptr_t condition);
void klee_posix_prefer_cex(void *object, uintptr_t condition);
void klee_mark_global(void *object);
void klee_warning(const char *message);
void klee_warning_once(const char *message);
void klee_print_expr(const char *message, ...);
void klee_print_range(const char *name, int value);
void klee_stack_trace(void);
void klee_open_merge(void);
void klee_close_merge(void);
void klee_set_forking(unsigned enable);

#define klee_assert(condition)                                                 \
  ((condition) ? (void)0                                                       \
               : klee_report_error(__FILE__, __LINE__,                         \
                                   "klee_assert(" #condition ") failed", ""))

#ifdef __cplusplus
}
#endif

#endif
