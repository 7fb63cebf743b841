/* JUnit's XML: well-formed whatever the strings are, and the counts are those
 * of the cases. */
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "report/junit.h"
#include "report_xml.h"
#include "test.h"

TEST(junit_counts_its_cases) {
  struct junit_case cases[] = {
      {.name = "every schedule covered", .seconds = 1.5},
      {.name = "race", .kind = "race", .message = "a < b && \"c\"",
       .details = "line 1\n\tline 2 ]]>", .file = "a.c", .line = 3,
       .result = JUNIT_FAILED},
      {.name = "known", .message = "known: why", .result = JUNIT_SKIPPED}};
  struct junit_suite suites[] = {{"a.c", cases, 3, 1.5}, {"b.c", cases, 1, 1}};
  struct text out = {0}, attributes = {0};
  junit_render(&out, suites, 2);
  CHECK_STR(xml_problem(text_str(&out)), "");
  const char *at = text_str(&out);
  CHECK(xml_next(&at, "testsuites", &attributes));
  CHECK_EQ(xml_number(&attributes, "tests"), 4);
  CHECK_EQ(xml_number(&attributes, "failures"), 1);
  CHECK_EQ(xml_number(&attributes, "skipped"), 1);
  CHECK(xml_next(&at, "testsuite", &attributes));
  CHECK_EQ(xml_number(&attributes, "tests"), 3);
  CHECK_EQ(xml_count(text_str(&out), "<testcase "), 4);
  CHECK_EQ(xml_count(text_str(&out), "<failure "), 1);
  CHECK_EQ(xml_count(text_str(&out), "<skipped "), 1);
  CHECK(strstr(text_str(&out), "a &lt; b &amp;&amp; &quot;c&quot;"));
  CHECK(strstr(text_str(&out), "line 2 ]]&gt;"));
  text_free(&out);
  text_free(&attributes);
}

TEST(junit_is_well_formed_whatever_it_is_given) {
  static const char hard[] = "<>&\"'\n\t\xEF\xBF\xBE\xC3";
  struct rng r = rng_seed(4);
  unsigned wrong = 0;
  for (unsigned i = 0; i < 2000; i++) {
    char s[4][24];
    for (unsigned k = 0; k < 4; k++) {
      unsigned len = rng_below(&r, 23);
      for (unsigned n = 0; n < len; n++)
        s[k][n] = rng_chance(&r, 30) ? hard[rng_below(&r, sizeof hard - 1)]
                                     : (char)(1 + rng_below(&r, 255));
      s[k][len] = 0;
    }
    struct junit_case c = {.name = s[0], .kind = s[1], .message = s[2],
                           .details = s[3], .file = s[1],
                           .result = (enum junit_result)rng_below(&r, 3)};
    struct junit_suite suite = {s[2], &c, 1, 0};
    struct text out = {0};
    junit_render(&out, &suite, 1);
    wrong += *xml_problem(text_str(&out)) != 0;
    text_free(&out);
  }
  CHECK_EQ(wrong, 0);
}
