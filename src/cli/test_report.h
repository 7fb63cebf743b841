/* test_report: the result of a search for a person and for a machine. */
#ifndef CLI_TEST_REPORT_H
#define CLI_TEST_REPORT_H

#include "base/text.h"
#include "cli/target.h"
#include "sched/minimise.h"
#include "sched/sched.h"

struct test_result {
  const struct target *target;
  const struct sched *sched;
  const char *name;      /* what was tested, as the user named it */
  const char *recording; /* of the first finding, or NULL */
  const char *output;    /* of the run of the first finding, or NULL */
  size_t output_len;
  const struct minimise_switch *decisive; /* of the first finding, or NULL */
};

void test_report_text(const struct test_result *r, struct text *out);
void test_report_json(const struct test_result *r, struct text *out);

#endif
