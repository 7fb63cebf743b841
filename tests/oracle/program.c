#include "program.h"

const char *const statement_names[STATEMENT_OPS] = {
#define ROW(name, class_, text) #name,
    STATEMENTS(ROW)
#undef ROW
};

bool program_uses(const struct program *p, unsigned op) {
  for (unsigned t = 0; t < p->threads; t++)
    for (unsigned i = 0; i < p->thread[t].len; i++)
      if (p->thread[t].at[i].op == op)
        return true;
  return false;
}

int program_result(const int16_t *reg) {
  return (reg[0] + 3 * reg[1] + 7 * reg[2] + 11 * reg[3]) & 255;
}

int program_exit_code(const struct program *p, const int16_t *reg) {
  return p->tells ? 1 + program_result(reg) % 199 : 0;
}
