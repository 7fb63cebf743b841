/* tests: many tests in one program (exec/binary.h says how one is chosen). */
#ifndef RT_TESTS_H
#define RT_TESTS_H

#include <stdbool.h>

#include "exec/binary.h"

/* Of tests.c, in programs that have some. */
int rt_tests_list(void) __attribute__((weak));
bool rt_tests_chosen(int argc, char **argv, int *code) __attribute__((weak));

#endif
