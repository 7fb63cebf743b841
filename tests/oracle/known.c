#include "known.h"

#include <string.h>

/* clang-format off */
const struct known knowns[] = {
    {NULL, "missed: a race", {S_ATOMIC}, "a block against plain accesses outside"},
    {NULL, NULL, {S_ATOMIC, S_INPUT}, "inputs in a block let others in"},
    {NULL, "cannot be", {S_ATOMIC}, "the end of an inner block ends the outer one"},
    {NULL, NULL, {S_TIMEDJOIN}, "a join with a time always waits"},
};
/* clang-format on */
const unsigned knowns_len = sizeof knowns / sizeof *knowns;

static bool uses_all(const struct program *p, const uint8_t *ops) {
  for (unsigned i = 0; i < sizeof knowns->ops && ops[i]; i++)
    if (!program_uses(p, ops[i]))
      return false;
  return true;
}

unsigned known_find(const struct program *p, const char *strategy,
                    const char *why) {
  for (unsigned i = 0; i < knowns_len; i++) {
    const struct known *k = &knowns[i];
    if ((!k->strategy || !strcmp(k->strategy, strategy)) &&
        (!k->words || strstr(why, k->words)) && uses_all(p, k->ops))
      return i;
  }
  return knowns_len;
}
