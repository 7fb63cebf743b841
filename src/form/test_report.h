/* test_report: the result of a search for a person and for a machine. */
#ifndef FORM_TEST_REPORT_H
#define FORM_TEST_REPORT_H

#include "base/text.h"
#include "job/reduce.h"
#include "job/target.h"
#include "sched/sched.h"
#include "story/story.h"

struct baseline;
struct coverage;

struct test_result {
  const struct target *target;
  const struct sched *sched;
  const char *name;      /* what was tested, as the user named it */
  const char *recording; /* of the first finding, or NULL */
  const char *output;    /* of the run of the first finding, or NULL */
  size_t output_len;
  struct story_style style; /* of the story in text */
  bool resumable;        /* it was saved for --resume */
  const struct baseline *baseline; /* or NULL */
  const struct coverage *coverage; /* or NULL */
  struct reductions reductions; /* of the first findings */
};

/* The verdict, one line. */
void test_report_line(const struct test_result *r, struct text *out);
void test_report_text(const struct test_result *r, struct text *out);
void test_report_json(const struct test_result *r, struct text *out);
void test_report_junit(const struct test_result *r, struct text *out);
/* The story of the first finding, if there is one, as a picture and as a page
 * to step through. */
void test_report_svg(const struct test_result *r, struct text *out);
void test_report_html(const struct test_result *r, struct text *out);

#endif
