#include "job/forms.h"

#include <string.h>

#include "job/guarded.h"
#include "report/json.h"
#include "report/junit.h"
#include "report/markdown.h"
#include "report/sarif.h"

#define FORM_ROW(name, help) {#name, name##_render},
const struct form forms[] = {FORM_LIST(FORM_ROW) {"json", json_render}};

static char *render(const struct heddle_result *r, const char *form) {
  struct text out = {0};
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
    if (!strcmp(forms[i].name, form)) {
      forms[i].render(&out, r);
      return out.at; /* malloc'ed, ends in NUL */
    }
  return NULL;
}

char *heddle_render(const struct heddle_result *r, const char *form) {
  GUARDED(char *, NULL, NULL, render(r, form));
}
