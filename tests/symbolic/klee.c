/* Every call of klee/klee.h, with what it gives here; tests/symbolic/run. */
#include <assert.h>
#include <errno.h>
#include <klee/klee.h>

#include "heddle/rt.h"

HEDDLE_TEST(inputs) {
  int made, any = klee_int("any"), small = klee_range(3, 6, "small");
  klee_make_symbolic(&made, sizeof made, "made");
  klee_assume(made > 100);
  klee_assume(any == made + 1);
  assert(any > 101 || made == 0x7fffffff);
  assert(small >= 3 && small < 6);
  assert(klee_is_symbolic((uintptr_t)made) && !klee_is_symbolic(7));
  assert(!klee_is_replay());
}

HEDDLE_TEST(paths) {
  int way = klee_range(0, 3, "way");
  if (way == 1)
    klee_silent_exit(1);
  assert(way != 1);
}

HEDDLE_TEST(values) {
  errno = 4;
  assert(*klee_get_errno() == 4);
  assert(klee_get_value_i32(5) == 5 && klee_get_value_i64(6) == 6);
  assert(klee_get_valuel(7) == 7 && klee_get_valuell(8) == 8);
}

/* What only concerns KLEE's own search changes nothing. */
HEDDLE_TEST(search) {
  int a = klee_int("a"), before = a;
  klee_check_memory_access(&a, sizeof a);
  klee_prefer_cex(&a, a == 1);
  klee_posix_prefer_cex(&a, a == 2);
  klee_mark_global(&a);
  klee_warning("w");
  klee_warning_once("w");
  klee_print_expr("a", a);
  klee_print_range("a", a);
  klee_stack_trace();
  klee_open_merge();
  klee_close_merge();
  klee_set_forking(0);
  assert(a == before);
}

HEDDLE_TEST(fails_abort) {
  if (klee_int("a") == 4711)
    klee_abort();
}

HEDDLE_TEST(fails_report) {
  if (klee_int("a") == 4711)
    klee_report_error("file", 1, "a message", "");
}

HEDDLE_TEST(fails_beyond) {
  static int two[2];
  if (klee_int("a") == 4711)
    klee_check_memory_access(two, sizeof two + 1);
}
