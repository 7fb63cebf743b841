/* cover_write: test sets as text, in every format of heddle cover. */
#ifndef FORM_COVER_WRITE_H
#define FORM_COVER_WRITE_H

#include <heddle.h>

#include "base/text.h"
#include "base/verdict.h"
#include "report/json.h"

struct cover_write {
  const struct heddle_cover *m;
  const struct heddle_cover_tests *tests;
  const char *file; /* of the model */
  char negative_prefix;
  /* what the report says beside the tests; may be NULL */
  const struct heddle_cover_result *result;
  unsigned strength;
  uint64_t memory;
  struct heddle_cover *mutable_model; /* for measuring, in html and json */
  const char *open;   /* what open cells print as; NULL: nothing */
  const size_t *from; /* by test: the test of the file it is, or SIZE_MAX;
                         NULL when no columns are carried */
  const char *const *results; /* by test, or NULL: a last column "result" */
  const struct cover_found *found; /* what made tests fail, or NULL */
};

/* The outcome of running tests. */
struct cover_found {
  struct heddle_cover_locate *at;
  size_t run, failed, wanted; /* tests; wanted: further ones, not run */
};

/* The columns of a table: the parameters, then what is carried along. */
size_t cover_columns(const struct cover_write *w);
const char *cover_column(const struct cover_write *w, size_t column);
/* Whose turn it is among the names of each value; for one writing. */
struct cover_turns {
  uint32_t *nth;
  size_t most;
};
struct cover_turns cover_turns_begin(const struct cover_write *w);
void cover_turns_end(struct cover_turns *t);
/* Adds the text of a cell; false when there is no value, or an absent one. */
bool cover_text(const struct cover_write *w, struct cover_turns *turns,
                size_t test, size_t column, struct text *out);

/* The reasons of a result that is incomplete. */
void cover_reasons(const struct heddle_cover_result *r, struct reasons *out);

struct cover_format {
  const char *name, *summary;
  void (*write)(const struct cover_write *w, struct text *out);
};
extern const struct cover_format cover_formats[]; /* ends with NULL */

/* The name of a value as it is printed, prefix included; for a value with
 * aliases the nth. */
void cover_cell(const struct cover_write *w, struct text *out, size_t param,
                unsigned value, size_t nth);
/* "A=1, B=x" */
void cover_tuple(const struct heddle_cover *m, struct text *out,
                 const struct heddle_cover_tuple *t);
/* The same as keys of an open object; null for absent. */
void cover_json_tuple(const struct heddle_cover *m, struct json *j,
                      const struct heddle_cover_tuple *t);
/* "pair", "pairs", "4-tuples" */
void cover_noun(struct text *out, unsigned strength, uint64_t count);
void cover_json(const struct cover_write *w, struct text *out);
void cover_html(const struct cover_write *w, struct text *out);
/* As code (cover_code.c). */
void cover_pytest(const struct cover_write *w, struct text *out);
void cover_junit(const struct cover_write *w, struct text *out);
void cover_ctest(const struct cover_write *w, struct text *out);

#endif
