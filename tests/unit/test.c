#include "test.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static struct test *tests, **end = &tests;
static unsigned failures; /* of the test that runs */
static char row[200];     /* the one it is at, with ' in row ' before it */

void test_register(struct test *t) {
  *end = t;
  end = &t->next;
}

void test_row(const char *fmt, ...) {
  static const char before[] = " in row ";
  va_list rest;
  va_start(rest, fmt);
  memcpy(row, before, sizeof before);
  vsnprintf(row + sizeof before - 1, sizeof row - sizeof before, fmt, rest);
  va_end(rest);
}

void test_check(bool ok, const char *file, int line, const char *what) {
  if (ok)
    return;
  failures++;
  printf("%s:%d: failed%s: %s\n", file, line, row, what);
}

void test_check_eq(int64_t a, int64_t b, const char *file, int line,
                   const char *what) {
  if (a == b)
    return;
  failures++;
  printf("%s:%d: failed%s: %s (%" PRId64 " and %" PRId64 ")\n", file, line, row,
         what, a, b);
}

void test_check_str(const char *a, const char *b, const char *file, int line) {
  if (!strcmp(a, b))
    return;
  failures++;
  printf("%s:%d: failed%s: '%s' is not '%s'\n", file, line, row, a, b);
}

int main(int argc, char **argv) {
  unsigned passed = 0, failed = 0;
  bool quick = argc > 1 && !strcmp(argv[1], "--quick");
  for (struct test *t = tests; t; t = t->next) {
    if (quick ? t->slow : argc > 1 && !strstr(t->name, argv[1]))
      continue;
    failures = 0;
    row[0] = '\0';
    t->run();
    if (failures)
      printf("%s failed\n", t->name);
    *(failures ? &failed : &passed) += 1;
  }
  printf("%u passed, %u failed\n", passed, failed);
  return failed ? 1 : 0;
}
