/* report/text_result.h and html_result.c on results made by hand. */
#include <string.h>

#include "report/text_result.h"
#include "test.h"

enum { MANY = 23 };

static struct heddle_finding deadlock(void) {
  return (struct heddle_finding){.kind = HEDDLE_DEADLOCK,
                                 .key = "deadlock",
                                 .word = "deadlock",
                                 .where = "P at 1",
                                 .title = "deadlock: P at 1",
                                 .length = 3,
                                 .shortest = true};
}

static size_t occurrences(const char *text, const char *what) {
  size_t n = 0;
  for (const char *p = text; (p = strstr(p, what)); p += strlen(what))
    n++;
  return n;
}

/* Twenty of a kind are listed, the rest is counted, and it is said where more
 * can be had. */
static void check_rest(const struct heddle_more *more, const char *wanted) {
  struct heddle_finding all[MANY];
  struct heddle_count states = {"states", 9, true, false};
  for (size_t i = 0; i < MANY; i++)
    all[i] = deadlock();
  struct heddle_result r = {.command = "check",
                            .name = "a.hed",
                            .verdict = HEDDLE_VIOLATED,
                            .line = "a.hed: bad",
                            .title = "a.hed: bad",
                            .counts = &states,
                            .count_count = 1,
                            .findings = all,
                            .finding_count = MANY,
                            .more = more,
                            .more_count = more != NULL};
  struct text out = {0};
  text_render(&out, &r);
  CHECK(!strncmp(text_str(&out), "a.hed: bad\n\n  deadlock     P at 1", 33));
  CHECK(occurrences(text_str(&out), "  3 steps\n") == TEXT_LISTED);
  CHECK(strstr(text_str(&out), wanted));
  text_free(&out);
}

TEST(text_lists_some_and_counts_the_rest) {
  check_rest(NULL, "  deadlock     ... and 3 more (--json lists them)\n");
  check_rest(&(struct heddle_more){"deadlock", 1000, true, false},
             "  deadlock     ... and 1,003 more (--findings N lists more)\n");
  check_rest(&(struct heddle_more){"deadlock", 2, true, true},
             "... and 5 more, most of them alike but for who is who\n");
  check_rest(&(struct heddle_more){"overflow", 7, true, false},
             "... and 3 more (--json lists them)\n");
}

/* A result without words for people, and one in which nothing was found. */
TEST(forms_do_without_words) {
  struct heddle_result r = {
      .command = "derive", .name = "a.xml", .goal = "everything verified"};
  struct text out = {0};
  line_render(&out, &r);
  CHECK_STR(text_str(&out), "a.xml: holds\n");
  text_clear(&out);
  text_render(&out, &r);
  CHECK_STR(text_str(&out), "");
  html_render(&out, &r);
  CHECK(strstr(text_str(&out), "everything verified"));
  text_free(&out);
}

/* What a program printed is shown up to a length. */
TEST(text_shows_the_beginning_of_an_output) {
  struct text printed = {0}, out = {0};
  for (int i = 0; i < 30; i++)
    text_printf(&printed, "line %d\n", i);
  struct heddle_finding f = {.kind = HEDDLE_KINDS,
                             .key = "race",
                             .word = "data race",
                             .output = text_str(&printed)};
  struct heddle_result r = {.command = "test",
                            .name = "a.c",
                            .title = "a.c: data race",
                            .findings = &f,
                            .finding_count = 1,
                            .remarks = "  1 execution\n"};
  text_render(&out, &r);
  CHECK(strstr(text_str(&out), "    line 19\n    ...\n\n  1 execution\n"));
  CHECK(!strstr(text_str(&out), "line 20"));
  text_free(&printed);
  text_free(&out);
}
