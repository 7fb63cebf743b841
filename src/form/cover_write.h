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
  const char *file;     /* of the model */
  char negative_prefix;
  /* what the report says beside the tests; may be NULL */
  const struct heddle_cover_result *result;
  unsigned strength;
  uint64_t memory;
  struct heddle_cover *mutable_model; /* for measuring, in html and json */
};

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

#endif
