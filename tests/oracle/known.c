#include "known.h"

#include <string.h>

const struct known knowns[] = {
    {"unfold",
     "the same choices",
     {0},
     "steps whose past it takes for another"},
    {"contextual", "the same choices", {0}, "the same"},
    {"unfold", "missed", {S_JOIN}, "what main learns from its last joins"},
    {"contextual", "missed", {S_JOIN}, "the same"},
    {NULL,
     "missed: a race",
     {S_ATOMIC},
     "a block against plain accesses outside"},
    {NULL, "missed: a race", {S_UNLOCK}, "an unlock that fails orders nothing"},
    {NULL,
     NULL,
     {S_TRYJOIN, S_TIMEDJOIN},
     "joins that do not wait are no steps"},
    {NULL,
     NULL,
     {S_TIMEDLOCK},
     "timedlock of one's own error-checking mutex is EDEADLK"},
};
const unsigned knowns_len = sizeof knowns / sizeof *knowns;

static bool uses_any(const struct program *p, const uint8_t *ops) {
  if (!ops[0])
    return true;
  for (unsigned i = 0; i < sizeof knowns->ops && ops[i]; i++)
    if (program_uses(p, ops[i]))
      return true;
  return false;
}

unsigned known_find(const struct program *p, const char *strategy,
                    const char *why) {
  for (unsigned i = 0; i < knowns_len; i++) {
    const struct known *k = &knowns[i];
    if ((!k->strategy || !strcmp(k->strategy, strategy)) &&
        (!k->words || strstr(why, k->words)) && uses_any(p, k->ops))
      return i;
  }
  return knowns_len;
}
