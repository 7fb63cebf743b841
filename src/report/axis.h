/* axis: from values to pixels, with ticks at round numbers.
 *
 *     struct axis a = {.log = true};
 *     axis_extend(&a, 3); axis_extend(&a, 7100);
 *     axis_finish(&a, 5);
 *     axis_at(&a, 900)  ... in 0..1
 *
 * Values that cannot be shown (not finite, of an absurd size, or not positive
 * on a logarithmic axis) do not extend it. */
#ifndef REPORT_AXIS_H
#define REPORT_AXIS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

enum { AXIS_TICKS = 32 };

struct axis_tick {
  double at; /* 0..1 */
  bool major;
  char label[24]; /* empty for a minor tick */
};

struct axis {
  bool log, begun, fixed;
  bool whole;      /* ticks at whole numbers only; not of a logarithmic one */
  double min, max; /* of a logarithmic axis: the logarithms to base 10 */
  struct axis_tick ticks[AXIS_TICKS];
  size_t count;
};

bool axis_shows(const struct axis *a, double value);
void axis_extend(struct axis *a, double value);
/* Exactly this range (in values), whatever it is extended with. */
void axis_fix(struct axis *a, double min, double max);
/* Chooses the final range and about `wanted` ticks.  An axis that nothing
 * extended shows 0 to 1 (logarithmic: 1 to 10). */
void axis_finish(struct axis *a, unsigned wanted);
double axis_at(const struct axis *a, double value);

#endif
