#include "job/forms.h"

#include <string.h>

#include "job/guarded.h"
#include "report/markdown.h"
#include "report/sarif.h"

const struct form forms[FORM_COUNT] = {
    {"sarif", "SARIF 2.1.0, for code hosts and editors", sarif_render},
    {"markdown", "to paste into an issue", markdown_render},
};

static char *render(const struct heddle_result *r, const char *form) {
  struct text out = {0};
  for (size_t i = 0; i < FORM_COUNT; i++)
    if (!strcmp(forms[i].name, form)) {
      forms[i].render(&out, r);
      return out.at; /* malloc'ed, ends in NUL */
    }
  return NULL;
}

char *heddle_render(const struct heddle_result *r, const char *form) {
  GUARDED(char *, NULL, NULL, render(r, form));
}
