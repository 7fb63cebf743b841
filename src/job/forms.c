#include "job/forms.h"

#include <string.h>

#include "job/guarded.h"
#include "report/text_result.h"

#define FORM_ROW(name, suffix, help) {#name, name##_render, RESULT_TOLD},
#define DRAWN_ROW(name, suffix, help)                                          \
  {#name, name##_render, {SIZE_MAX, 0, RESULT_DRAWN, true}},
const struct form forms[] = {
    FORM_LIST(FORM_ROW)
    DRAWN_LIST(DRAWN_ROW)
    {"json", json_render, RESULT_TOLD},
    {"text", text_render, {TEXT_LISTED + 1, 0, 1, false}},
    {"line", line_render, {1, 0, 0, false}}};

void forms_text(struct text *out, const struct heddle_result *r,
                unsigned width, bool colour, bool every) {
  text_render_in(out, r, (struct picture_style){width, colour}, every);
}

bool forms_picture(struct text *out, const struct heddle_result *r) {
  if (!r->finding_count || !r->findings->picture)
    return false;
  const struct heddle_picture *p = r->findings->picture;
  const struct run_chart chart = p->chart(p);
  run_render_svg(out, &chart, SVG_ALONE);
  return true;
}

const char *forms_broken(const struct heddle_result *r) {
  const struct heddle_picture *p =
      r->finding_count ? r->findings->picture : NULL;
  return p ? p->broken : NULL;
}

struct result_wish forms_wish(const char *const files[FORM_COUNT]) {
  struct result_wish all = {0};
  for (size_t i = 0; i < FORM_COUNT; i++)
    if (files[i])
      all = result_wish_both(all, forms[i].wish);
  return all;
}

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
