#include "base/verdict.h"

#include "report/because.h"
#include "test.h"

static const struct because pipe_call = {WHY_UNMODELLED, "pipe", "x.c", 7, 1},
                            time_over = {WHY_TIME, NULL, NULL, 0, 0};

TEST(a_claim_without_reasons_holds) {
  struct claim c = {.asked = 6, .preserved = 7, .strategy = "optimal"};
  CHECK_EQ(verdict_of(&c), VERDICT_HOLDS);
  CHECK_EQ(c.because.at.len, 0);
}

TEST(a_kind_that_is_not_preserved_is_a_reason) {
  struct claim c = {.asked = 6, .preserved = 5, .strategy = "era"};
  CHECK_EQ(verdict_of(&c), VERDICT_INCOMPLETE);
  CHECK_EQ(verdict_of(&c), VERDICT_INCOMPLETE);
  CHECK_EQ(c.because.at.len, 1); /* asked twice, told once */
  CHECK_EQ(c.because.at.at[0].why, WHY_STRATEGY);
  CHECK_STR(c.because.at.at[0].name, "era");
  reasons_free(&c.because);
}

TEST(whatever_escaped_or_was_cut_off_is_incomplete) {
  for (int why = 0; why < WHY_COUNT; why++) {
    struct claim c = {.asked = 1, .preserved = 1};
    reasons_add(&c.because, (struct because){.why = (enum why)why});
    CHECK_EQ(verdict_of(&c), VERDICT_INCOMPLETE);
    c.found = 1;
    CHECK_EQ(verdict_of(&c), VERDICT_VIOLATED);
    reasons_free(&c.because);
  }
}

TEST(reasons_add_up_and_are_told_in_one_order) {
  struct reasons a = {0}, b = {0};
  struct text one = {0}, two = {0};
  reasons_add(&a, time_over);
  reasons_add(&a, pipe_call);
  reasons_add(&b, pipe_call);
  reasons_merge(&b, &a);
  CHECK_EQ(b.at.len, 2);
  CHECK_EQ(b.at.at[0].count, 2);
  reasons_sort(&a);
  reasons_sort(&b);
  reasons_line(&a, &one);
  reasons_line(&b, &two);
  CHECK_STR(text_str(&one), " (incomplete: pipe at x.c:7, 1 more)");
  CHECK_STR(text_str(&two), text_str(&one));
  text_free(&one);
  text_free(&two);
  reasons_free(&a);
  reasons_free(&b);
}

TEST(reasons_keep_their_own_strings) {
  char name[] = "pipe";
  struct reasons r = {0};
  struct text t = {0};
  reasons_add(&r, (struct because){WHY_UNMODELLED, name, "src/x.c", 7, 1});
  name[0] = 'w';
  reasons_text(&r, &t);
  CHECK_STR(text_str(&t), "pipe at x.c:7");
  text_free(&t);
  reasons_free(&r);
}

TEST(reasons_and_assumptions_are_json) {
  struct reasons r = {0};
  struct text t = {0};
  struct json j = {.out = &t};
  reasons_add(&r, pipe_call);
  reasons_add(&r, time_over);
  json_open(&j, '{');
  because_json(&j, &r);
  under_json(&j, 1u << UNDER_MALLOC);
  json_close(&j);
  CHECK_STR(text_str(&t),
            "{\n  \"because\": [\n    {\n      \"why\": \"unmodelled\",\n"
            "      \"name\": \"pipe\",\n      \"file\": \"x.c\",\n"
            "      \"line\": 7,\n      \"count\": 1\n    },\n    {\n"
            "      \"why\": \"time\"\n    }\n  ],\n  \"under\": [\n"
            "    \"malloc succeeds\"\n  ]\n}");
  text_free(&t);
  reasons_free(&r);
}
