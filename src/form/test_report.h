/* test_report: the result of a search for a person and for a machine. */
#ifndef FORM_TEST_REPORT_H
#define FORM_TEST_REPORT_H

#include "job/test.h"

/* The verdict, one line. */
void test_report_line(const struct test_result *r, struct text *out);
void test_report_text(const struct test_result *r, struct text *out);
/* The story of the first finding, if there is one, as a picture and as a page
 * to step through. */
void test_report_svg(const struct test_result *r, struct text *out);
void test_report_html(const struct test_result *r, struct text *out);

#endif
