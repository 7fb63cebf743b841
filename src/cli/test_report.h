/* test_report: the result of a search for a person and for a machine. */
#ifndef CLI_TEST_REPORT_H
#define CLI_TEST_REPORT_H

#include "base/text.h"
#include "cli/reduce.h"
#include "cli/target.h"
#include "sched/sched.h"

struct baseline;
struct coverage;

struct test_result {
  const struct target *target;
  const struct sched *sched;
  const char *name;      /* what was tested, as the user named it */
  const char *recording; /* of the first finding, or NULL */
  const char *output;    /* of the run of the first finding, or NULL */
  size_t output_len;
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
/* The story of the first finding as a picture and as a page, where they are
 * asked for (else NULL); false after a message. */
bool test_report_pictures(const struct test_result *r, const char *svg,
                          const char *html);

#endif
