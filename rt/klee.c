/* The calls of KLEE's klee/klee.h, by their names: programs that were written
 * for it need not be changed.  What only concerns its search does nothing. */
#include <errno.h>

#include "rt/calls.h"
#include "rt/inputs.h"
#include "rt/rt.h"
#include "rt/symbolic.h"

void heddle_klee_make_symbolic(void *at, size_t size, const char *name) {
  heddle_at site = heddle_here;
  rt_argument_write(0, at, (uint32_t)size, site, 0);
  heddle_here = site;
  rt_inputs_fill(name ? name : "unnamed", at, size, true, site);
}

/* An input from begin to end - 1. */
int heddle_klee_range(int begin, int end, const char *name) {
  heddle_at site = heddle_here;
  uint64_t label = label_number(name);
  rt_label_put(label, name);
  if (begin >= end)
    rt_misuse("klee_range from %d to %d: there is no such number", begin, end);
  int64_t value =
      rt_input(&(struct rt_input){name, label, begin, end - 1, begin, true},
               (void *)heddle_klee_range);
  heddle_here = site;
  return (int)value;
}

int heddle_klee_int(const char *name) {
  heddle_at site = heddle_here;
  uint64_t label = label_number(name);
  rt_label_put(label, name);
  int64_t value =
      rt_input(&(struct rt_input){name, label, INT32_MIN, INT32_MAX, 0, false},
               (void *)heddle_klee_int);
  heddle_here = site;
  return (int)value;
}

void heddle_klee_assume(uintptr_t condition) {
  heddle___VERIFIER_assume(condition != 0);
}

void heddle_klee_abort(void) {
  rt_fail(FOUND_ASSERTION, heddle_here, "klee_abort() was called");
}

void heddle_klee_report_error(const char *file, int line, const char *message,
                              const char *suffix) {
  (void)suffix;
  rt_fail(FOUND_ASSERTION, heddle_here, "%s (%s:%d)", message, file, line);
}

/* The path is none: it does not count. */
void heddle_klee_silent_exit(int code) {
  (void)code;
  heddle___VERIFIER_assume(0);
}

unsigned heddle_klee_is_symbolic(uintptr_t value) {
  (void)value;
  return heddle_sym_enter((void *)heddle_klee_is_symbolic)[0] != 0;
}

unsigned heddle_klee_is_replay(void) {
  return !rt_sym_on();
}
int *heddle_klee_get_errno(void) {
  return &errno;
}

/* A value of this run: the caller has fixed it. */
int32_t heddle_klee_get_value_i32(int32_t value) {
  return value;
}
int64_t heddle_klee_get_value_i64(int64_t value) {
  return value;
}
long heddle_klee_get_valuel(long value) {
  return value;
}
long long heddle_klee_get_valuell(long long value) {
  return value;
}

void heddle_klee_check_memory_access(const void *at, size_t size) {
  rt_bounds_check((uint64_t)at, size, false, heddle_here);
}

void heddle_klee_prefer_cex(void *object, uintptr_t condition) {
  (void)object;
  (void)condition;
}
void heddle_klee_posix_prefer_cex(void *object, uintptr_t condition) {
  (void)object;
  (void)condition;
}
void heddle_klee_mark_global(void *object) {
  (void)object;
}
void heddle_klee_warning(const char *message) {
  (void)message;
}
void heddle_klee_warning_once(const char *message) {
  (void)message;
}
void heddle_klee_print_expr(const char *message, ...) {
  (void)message;
}
void heddle_klee_print_range(const char *name, int value) {
  (void)name;
  (void)value;
}
void heddle_klee_stack_trace(void) {}
void heddle_klee_open_merge(void) {}
void heddle_klee_close_merge(void) {}
void heddle_klee_set_forking(unsigned enable) {
  (void)enable;
}
