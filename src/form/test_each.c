#include "form/test_each.h"

#include <string.h>

#include "base/arena.h"
#include "form/test_report.h"
#include "job/result.h"

/* What a result calls the program, in the first level of its object. */
static const char own_name[] = "\n  \"name\": ";

/* The names of tests are identifiers: nothing in them to escape. */
void each_add_json(struct each *e, const char *name,
                   const struct test_result *r) {
  struct text one = {0};
  test_report_json(r, &one);
  const char *rest = text_str(&one);
  while (*rest && *rest != '{')
    rest++;
  while (one.len && one.at[one.len - 1] == '\n')
    one.at[--one.len] = 0;
  rest += *rest != 0;
  text_printf(&e->json, "%s{\n  \"name\": \"%s\",", e->json.len ? ",\n" : "",
              name);
  const char *own = strstr(rest, own_name);
  if (own) {
    text_add_n(&e->json, rest, (size_t)(own - rest));
    text_add(&e->json, "\n  \"program\": ");
    rest = own + strlen(own_name);
  }
  text_add(&e->json, rest);
  text_free(&one);
}

void each_add_suite(struct each *e, const char *name,
                    const struct test_result *r) {
  struct arena arena = {0};
  struct heddle_result result;
  result_of_test(r, &arena, &result);
  result.name = name;
  junit_add(&e->junit, &result);
  arena_free(&arena);
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
