/* Accesses beyond globals, locals and members, and of frames that have
 * returned: each is found, and its twin is not accused. */
#include <stdio.h>
#include <stdlib.h>

#include "suite.h"

static const struct {
  const char *name;
  uint8_t kind; /* FOUND_NONE: it is correct */
} rows[] = {
    {"global_index", FOUND_OUT_OF_BOUNDS},
    {"global_negative", FOUND_OUT_OF_BOUNDS},
    {"global_pointer", FOUND_OUT_OF_BOUNDS},
    {"constant_index", FOUND_OUT_OF_BOUNDS},
    {"matrix_row", FOUND_OUT_OF_BOUNDS},
    {"member_global", FOUND_OUT_OF_BOUNDS},
    {"member_heap", FOUND_OUT_OF_BOUNDS},
    {"global_threads", FOUND_OUT_OF_BOUNDS},
    {"racing_index", FOUND_OUT_OF_BOUNDS},
    {"stack_index", FOUND_OUT_OF_BOUNDS},
    {"stack_pointer", FOUND_OUT_OF_BOUNDS},
    {"stack_negative", FOUND_OUT_OF_BOUNDS},
    {"stack_passed", FOUND_OUT_OF_BOUNDS},
    {"stack_thread", FOUND_OUT_OF_BOUNDS},
    {"variable_length", FOUND_OUT_OF_BOUNDS},
    {"library_strcpy", FOUND_OUT_OF_BOUNDS},
    {"library_memset", FOUND_OUT_OF_BOUNDS},
    {"library_memcpy", FOUND_OUT_OF_BOUNDS},
    {"library_snprintf", FOUND_OUT_OF_BOUNDS},
    {"made_mutex", FOUND_OUT_OF_BOUNDS},
    {"made_condition", FOUND_OUT_OF_BOUNDS},
    {"made_rwlock", FOUND_OUT_OF_BOUNDS},
    {"made_barrier", FOUND_OUT_OF_BOUNDS},
    {"made_semaphore", FOUND_OUT_OF_BOUNDS},
    {"made_spin", FOUND_OUT_OF_BOUNDS},
    {"trailing_index", FOUND_OUT_OF_BOUNDS},
    {"trailing_negative", FOUND_OUT_OF_BOUNDS},
    {"trailing_inner", FOUND_OUT_OF_BOUNDS},
    {"trailing_constant", FOUND_OUT_OF_BOUNDS},
    {"union_index", FOUND_OUT_OF_BOUNDS},
    {"address_taken", FOUND_OUT_OF_BOUNDS},
    {"returned", FOUND_USE_AFTER_FREE},
    {"returned_deeper", FOUND_USE_AFTER_FREE},
    {"returned_thread", FOUND_USE_AFTER_FREE},
    {"alloca_index", FOUND_OUT_OF_BOUNDS},
    {"alloca_negative", FOUND_OUT_OF_BOUNDS},
    {"length_passed", FOUND_OUT_OF_BOUNDS},
    {"returned_alloca", FOUND_USE_AFTER_FREE},
    {"library_strncpy", FOUND_OUT_OF_BOUNDS},
    {"stored_value", FOUND_OUT_OF_BOUNDS},
    {"stored_time", FOUND_OUT_OF_BOUNDS},
    {"stored_result", FOUND_OUT_OF_BOUNDS},
    {"read_time", FOUND_OUT_OF_BOUNDS},
    {"variadic", FOUND_NONE},
    {"by_value", FOUND_NONE},
    {"called_back", FOUND_NONE},
    {"jumped", FOUND_NONE},
    {"by_alloca", FOUND_NONE},
    {"flexible", FOUND_NONE},
    {"recursion", FOUND_NONE},
    {"scopes", FOUND_NONE},
    {"by_length", FOUND_NONE},
};

static void look(struct suite *s, const char *binary, const char *argument,
                 const char *strategy, uint8_t kind) {
  struct search r;
  struct search_options o = {
      .strategy = strategy, .argument = argument, .no_races = true};
  if (!suite_search(s, &r, binary, &o))
    return;
  uint8_t found = FOUND_NONE;
  for (size_t i = 0; i < r.sched.findings.len; i++)
    found = r.sched.findings.at[i].kind;
  /* what lies where the frame was may be another local's */
  bool same = found == kind ||
              (kind == FOUND_USE_AFTER_FREE && found == FOUND_OUT_OF_BOUNDS);
  suite_check(s, same && r.sched.findings.len <= 2, "%s, %s: %s, wanted %s",
              argument, strategy, found_key(found), found_key(kind));
  suite_search_end(&r);
}

void suite_bounds(struct suite *s) {
  static const char *const strategies[] = {"optimal", "contextual"};
  char *binary = suite_build(s, "tests/programs/bounds/cases.c");
  for (size_t i = 0; binary && i < sizeof rows / sizeof *rows; i++)
    for (size_t k = 0; k < 2; k++) {
      char twin[64];
      snprintf(twin, sizeof twin, "%s+", rows[i].name);
      look(s, binary, rows[i].name, strategies[k], rows[i].kind);
      look(s, binary, twin, strategies[k], FOUND_NONE);
    }
  free(binary);
}
