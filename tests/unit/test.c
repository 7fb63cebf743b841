#include "test.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static struct test *tests, **end = &tests;
static unsigned failures; /* of the test that runs */

void test_register(struct test *t) {
  *end = t;
  end = &t->next;
}

void test_check(bool ok, const char *file, int line, const char *what) {
  if (ok)
    return;
  failures++;
  printf("%s:%d: failed: %s\n", file, line, what);
}

void test_check_eq(int64_t a, int64_t b, const char *file, int line,
                   const char *what) {
  if (a == b)
    return;
  failures++;
  printf("%s:%d: failed: %s (%" PRId64 " and %" PRId64 ")\n", file, line,
         what, a, b);
}

void test_check_str(const char *a, const char *b, const char *file,
                    int line) {
  if (!strcmp(a, b))
    return;
  failures++;
  printf("%s:%d: failed: '%s' is not '%s'\n", file, line, a, b);
}

int main(int argc, char **argv) {
  unsigned passed = 0, failed = 0;
  for (struct test *t = tests; t; t = t->next) {
    if (argc > 1 && !strstr(t->name, argv[1]))
      continue;
    failures = 0;
    t->run();
    if (failures)
      printf("%s failed\n", t->name);
    *(failures ? &failed : &passed) += 1;
  }
  printf("%u passed, %u failed\n", passed, failed);
  return failed ? 1 : 0;
}
