/* What happens in a run and is not looked at: calls without a model, assembly,
 * limits of the runtime.  Each is a row in shared memory, and a bit of every
 * run in which it happened, so that the explorer knows what a search did not
 * see, and what came before a finding. */
#include <stdio.h>
#include <string.h>

#include "rt/rt.h"

/* The row, new if need be; the last one is for all that have no room. */
static uint32_t row_of(uint8_t why, const char *name, uint32_t site) {
  struct wire *w = rt.wire;
  uint32_t i = 0, len = w->escapes_len;
  for (; i < len && i < WIRE_ESCAPES; i++) {
    const struct wire_escape *e = &w->escapes[i];
    if (e->why == why && e->site == site &&
        !strncmp(e->name, name, WIRE_ESCAPE_LEN - 1))
      return i;
  }
  if (i >= WIRE_ESCAPES - 1) {
    i = WIRE_ESCAPES - 1;
    name = "others";
    site = 0;
  }
  struct wire_escape *e = &w->escapes[i];
  e->why = why;
  e->site = site;
  snprintf(e->name, sizeof e->name, "%s", name);
  w->escapes_len = i + 1;
  return i;
}

uint32_t rt_escape(uint8_t why, const char *name, heddle_at site) {
  rt_trial_stop();
  uint32_t row = row_of(why, name, rt_site(site));
  rt.wire->escapes_now |= UINT64_C(1) << row;
  rt.outside |= why != WHY_INPUT;
  return row;
}

_Noreturn void rt_escape_end(uint8_t why, const char *name, heddle_at site) {
  rt_escape(why, name, site);
  rt.current->site = site;
  rt_end(RUN_ESCAPED, FOUND_NONE, NULL);
}

/* What is done to memory while nobody else is there is done, and nothing is
 * missed. */
void heddle_escape(uint32_t why, const char *name, heddle_at site) {
  rt_block_blur();
  if (!rt_alone())
    rt_escape((uint8_t)why, name, site);
}

/* It is zero here in every run: a circle that goes through it is one. */
void heddle_unset(uint32_t set, heddle_at site) {
  bool outside = rt.outside;
  if (!set)
    rt_escape(WHY_UNMODELLED, "a local that was never set, 0 here", site);
  rt.outside = outside;
}
