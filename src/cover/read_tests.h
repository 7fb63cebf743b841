/* read_tests: tests in a file, tab- or comma-separated, for a model that may
 * have changed since (L 4.3.1, 4.6).
 *
 * A column or value the model does not have is warned about and left open; a
 * parameter without a column is open.  A test that breaks a rule, or that no
 * valid test contains, is rejected with the reason. */
#ifndef COVER_READ_TESTS_H
#define COVER_READ_TESTS_H

#include "cover/parse.h"
#include "cover/tests.h"

struct halt;

struct rejected {
  uint32_t line;
  const char *reason; /* in the model's arena */
};
typedef VEC(struct rejected) rejected_list;

/* Columns that are no parameters but are kept beside the tests. */
struct carried {
  VEC(const char *) names;
  VEC(const char *) texts; /* test * names, in the model's arena */
};

/* `carried` has the names of columns to be kept; their texts are added.  A
 * cell "*" is open, unless the parameter has such a value. */
bool read_tests(struct cover_model *m, const char *file, const char *text,
                size_t len, const struct parse_options *options,
                struct halt *halt, struct tests *tests, rejected_list *rejected,
                struct carried *carried, struct diag *diag);

#endif
