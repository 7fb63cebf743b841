/* units: sub-models as PICT means them, against enumeration. */
#ifndef TESTS_COVER_UNITS_H
#define TESTS_COVER_UNITS_H

#include "brute.h"

/* Is every pair of units in the tests that a valid test has?  A unit is a
 * relation, with what the tests have of it for values, or a parameter of no
 * relation; only valid tests made of such values count.  A pair that one of
 * them without negative values has must be in a test without. */
bool units_covered(const struct brute *b, const uint8_t (*tests)[PARAMS],
                   int count);
/* How many units there are. */
int units_count(const struct picture *g);

#endif
