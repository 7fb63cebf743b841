/* csv: a field of a table with commas, quoted where RFC 4180 wants it, and
 * where it begins with a blank, which some readers would drop. */
#ifndef REPORT_CSV_H
#define REPORT_CSV_H

#include "base/text.h"

void csv_field(struct text *out, const char *s);

#endif
