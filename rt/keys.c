/* pthread keys and once: placeholder until the family is written. */
#include "rt/rt.h"
void rt_keys_reset(void) {}
void rt_run_keys(struct fiber *f) { (void)f; }
