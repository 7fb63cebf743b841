/* JUnit's XML: well-formed whatever the strings are, and the counts are those
 * of the cases. */
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "report/junit.h"
#include "report_xml.h"
#include "test.h"

TEST(junit_counts_its_cases) {
  const struct heddle_finding found = {
      .title = "race", .key = "race", .headline = "a < b && \"c\"",
      .story = "line 1\n\tline 2 ]]>", .file = "a.c", .line = 3};
  const struct heddle_finding known = {.title = "other", .known = "why"};
  const struct heddle_result r = {.name = "a.c",
                                  .goal = "every schedule covered",
                                  .seconds = 1.5,
                                  .findings = &found,
                                  .finding_count = 1,
                                  .known = &known,
                                  .known_count = 1};
  struct text out = {0}, attributes = {0};
  junit_render(&out, &r);
  CHECK_STR(xml_problem(text_str(&out)), "");
  const char *at = text_str(&out);
  CHECK(xml_next(&at, "testsuites", &attributes));
  CHECK_EQ(xml_number(&attributes, "tests"), 3);
  CHECK_EQ(xml_number(&attributes, "failures"), 1);
  CHECK_EQ(xml_number(&attributes, "skipped"), 1);
  CHECK(xml_next(&at, "testsuite", &attributes));
  CHECK_EQ(xml_number(&attributes, "tests"), 3);
  CHECK_EQ(xml_count(text_str(&out), "<testcase "), 3);
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
    const bool is_known = rng_chance(&r, 30);
    const struct heddle_step step = {s[0], s[3], {0}};
    const struct heddle_finding f = {.title = s[0], .key = s[1],
                                     .headline = s[2], .file = s[1],
                                     .line = 1, .run = &step, .length = 1,
                                     .story = rng_chance(&r, 50) ? s[3] : NULL,
                                     .known = is_known ? s[2] : NULL};
    const struct heddle_result result = {.name = s[2], .goal = s[0],
                                         .missed = s[3], .findings = &f,
                                         .finding_count = 1};
    struct text out = {0};
    junit_render(&out, &result);
    wrong += *xml_problem(text_str(&out)) != 0;
    text_free(&out);
  }
  CHECK_EQ(wrong, 0);
}
