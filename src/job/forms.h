/* forms: the table of forms (report/forms.h), as commands use it. */
#ifndef JOB_FORMS_H
#define JOB_FORMS_H

#include "job/result.h"
#include "report/forms.h"

#define FORM_NUMBER(name, suffix, help) FORM_##name,
#define FORM_ONE(name, suffix, help) +1
enum { FORM_LIST(FORM_NUMBER) DRAWN_LIST(FORM_NUMBER) PRINTED_LIST(FORM_NUMBER)
       FORM_ALL,
       FORM_COUNT = 0 FORM_LIST(FORM_ONE) DRAWN_LIST(FORM_ONE) /* with files */
};

struct form {
  const char *name; /* "sarif" */
  void (*render)(struct text *out, const struct heddle_result *r);
  struct result_wish wish; /* what it looks at */
};
extern const struct form forms[FORM_ALL];

/* Text for a terminal of so many columns; every: all runs there are pictures
 * of, not only the first. */
void forms_text(struct text *out, const struct heddle_result *r,
                unsigned width, bool colour, bool every);
/* The run of the first finding as SVG; false when there is none. */
bool forms_picture(struct text *out, const struct heddle_result *r);
/* Why the run of the first finding does not come out again, or NULL. */
const char *forms_broken(const struct heddle_result *r);
/* What is looked at by the forms whose file is not NULL. */
struct result_wish forms_wish(const char *const files[FORM_COUNT]);

#endif
