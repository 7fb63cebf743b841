#include "form/test_each.h"

#include "report/forms.h"

void each_add(struct each *e, const struct heddle_result *r) {
  if (e->json.len)
    text_add(&e->json, ",\n");
  json_render(&e->json, r);
  e->json.at[--e->json.len] = 0; /* the end of its line */
  junit_add(&e->junit, r);
}

void each_json(const struct each *e, struct text *out) {
  text_printf(out, "{\n\"schema\": \"heddle.tests/1\",\n\"tests\": [\n%s\n]\n}\n",
              e->json.len ? e->json.at : "");
}

void each_junit(struct each *e, struct text *out) {
  junit_close(&e->junit, out);
}

void each_free(struct each *e) {
  text_free(&e->json);
  text_free(&e->junit.suites);
}
