/* orders: random events with rules against all their orders. */
#ifndef TESTS_COVER_ORDERS_H
#define TESTS_COVER_ORDERS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

/* Whether Heddle and the enumeration of all orders differ; how they do. */
bool orders_differ(uint64_t seed, struct text *how);

#endif
