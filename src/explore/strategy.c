#include "explore/strategy.h"

#include <string.h>

const struct strategy *const strategies[] = {
    &strategy_full,
    &strategy_ample,
    &strategy_lra,
    &strategy_bsra,
    &strategy_sra,
    &strategy_fra,
    &strategy_era,
    &strategy_era_refined,
    &strategy_era_peng,
    NULL,
};

const struct strategy *strategy_find(const char *name) {
  for (const struct strategy *const *s = strategies; *s; s++)
    if (!strcmp((*s)->name, name))
      return *s;
  return NULL;
}
