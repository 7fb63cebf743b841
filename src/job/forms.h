/* forms: what is made of a result (job/result.h) and nothing else, one row for
 * each form.  The commands have an option of the name of each row, and
 * heddle_render knows it. */
#ifndef JOB_FORMS_H
#define JOB_FORMS_H

#include "base/text.h"
#include "heddle.h"

struct form {
  const char *name; /* "sarif" */
  const char *help; /* of the option */
  void (*render)(struct text *out, const struct heddle_result *r);
};

enum { FORM_COUNT = 2 };
extern const struct form forms[FORM_COUNT];

#endif
