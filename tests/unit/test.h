/* test: the smallest harness that does the job.
 *
 *     TEST(arena_release_reuses_memory) {
 *       CHECK(first == again);
 *       CHECK_EQ(again[0], 0);
 *       CHECK_STR(text_str(&t), "1,234");
 *     }
 *
 * A test registers itself; a name is a sentence.  A failed check prints
 * where and what, and the test goes on.  A test that walks along a table says
 * which row it is at (test_row), so that what fails names it.  ./unit NAME
 * runs the tests whose name contains NAME; ./unit --quick leaves out those
 * that take longer than a second (SLOW_TEST). */
#ifndef TESTS_UNIT_TEST_H
#define TESTS_UNIT_TEST_H

#include <stdbool.h>
#include <stdint.h>

struct test {
  const char *name;
  void (*run)(void);
  bool slow;
  struct test *next;
};

void test_register(struct test *t);
/* The checks that follow, in this test, speak of this row. */
void test_row(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void test_check(bool ok, const char *file, int line, const char *what);
void test_check_eq(int64_t a, int64_t b, const char *file, int line,
                   const char *what);
void test_check_str(const char *a, const char *b, const char *file, int line);

#define TEST(name_) TEST_(name_, false)
#define SLOW_TEST(name_) TEST_(name_, true)
#define TEST_(name_, slow_)                                                    \
  static void test_run_##name_(void);                                          \
  __attribute__((constructor)) static void test_add_##name_(void) {            \
    static struct test t = {#name_, test_run_##name_, slow_, 0};               \
    test_register(&t);                                                         \
  }                                                                            \
  static void test_run_##name_(void)

#define CHECK(x) test_check((x), __FILE__, __LINE__, #x)
#define CHECK_EQ(a, b)                                                         \
  test_check_eq((int64_t)(a), (int64_t)(b), __FILE__, __LINE__, #a " == " #b)
#define CHECK_STR(a, b) test_check_str((a), (b), __FILE__, __LINE__)

#endif
