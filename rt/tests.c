/* Many tests in one program (include/heddle/rt.h, HEDDLE_TEST).
 *
 * Linked in where there are some; a program without a main gets one that runs
 * them all (cc/calls.c).  Which one is run is said by the first
 * argument of the program, so that recordings have it; without it the program's
 * own main is, or all of them. */
#include <stdio.h>
#include <string.h>

#include "rt/rt.h"
#include "rt/tests.h"

struct heddle_test {
  const char *name;
  void (*call)(void);
  const char *file;
  long line;
};

extern const struct heddle_test __start_heddle_tests[] __attribute__((weak));
extern const struct heddle_test __stop_heddle_tests[] __attribute__((weak));

int heddle_tests_main(int argc, char **argv);

static const struct heddle_test *first(void) {
  return __start_heddle_tests;
}
static const struct heddle_test *last(void) {
  return __stop_heddle_tests;
}

int rt_tests_list(void) {
  for (const struct heddle_test *t = first(); t < last(); t++)
    puts(t->name);
  return fflush(stdout) ? 1 : 0;
}

bool rt_tests_chosen(int argc, char **argv, int *code) {
  static const char option[] = BINARY_TEST;
  size_t len = sizeof option - 1;
  if (argc < 2 || strncmp(argv[1], option, len))
    return false;
  for (const struct heddle_test *t = first(); t < last(); t++)
    if (!strcmp(t->name, argv[1] + len)) {
      t->call();
      *code = 0;
      return true;
    }
  return false;
}

int heddle_tests_main(int argc, char **argv) {
  (void)argc;
  (void)argv;
  for (const struct heddle_test *t = first(); t < last(); t++)
    t->call();
  return 0;
}
