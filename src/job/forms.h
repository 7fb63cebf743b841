/* forms: what is made of a result (job/result.h) and nothing else.
 *
 * A row of FORM_LIST is a form: the commands have an option of its name, and
 * heddle_render knows it; its renderer is report/NAME.c.  To add one: write
 * that file, include its header in forms.c, add the row, and name the option in
 * the manual pages (doc/first-format.md does it). */
#ifndef JOB_FORMS_H
#define JOB_FORMS_H

#include "base/text.h"
#include "heddle.h"

/* Of each its name and the help of the option. */
#define FORM_LIST(FORM)                                                       \
  FORM(sarif, "SARIF 2.1.0, for code hosts and editors")                      \
  FORM(markdown, "to paste into an issue")                                    \
  FORM(junit, "the result for CI servers")

#define FORM_NUMBER(name, help) FORM_##name,
enum { FORM_LIST(FORM_NUMBER) FORM_COUNT };
/* "json" comes behind them: it is printed, and needs no file. */
enum { FORM_json = FORM_COUNT };

struct form {
  const char *name; /* "sarif" */
  void (*render)(struct text *out, const struct heddle_result *r);
};
extern const struct form forms[FORM_COUNT + 1];

#endif
