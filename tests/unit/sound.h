/* sound: tests of the checkers of invariants (base/sound.h). */
#ifndef TESTS_UNIT_SOUND_H
#define TESTS_UNIT_SOUND_H

#include "test.h"

/* A value at a place that makes something unsound: it is noticed, and no
 * longer when the place is as it was. */
#define PLANTED(call, at, value)                                               \
  do {                                                                         \
    __typeof__(at) was_ = (at);                                                \
    (at) = (value);                                                            \
    CHECK((call) != NULL);                                                     \
    (at) = was_;                                                               \
    CHECK_STR((call) ? (call) : "", "");                                       \
  } while (0)

#endif
