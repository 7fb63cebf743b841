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

bool program_is_loop(const struct statement *s) {
  return s->op >= S_WHILE && s->op <= S_FOR;
}

bool program_breaks(const struct thread *t, unsigned i) {
  if (!program_is_loop(&t->at[i]))
    return false;
  for (unsigned k = i + 1; k < program_next(t, i);)
    if (t->at[k].op == S_BREAK)
      return true;
    else /* a break in a loop inside is of that loop */
      k = program_is_loop(&t->at[k]) ? program_next(t, k) : k + 1;
  return false;
}

int program_result(const int16_t *reg) {
  return (reg[0] + 3 * reg[1] + 7 * reg[2] + 11 * reg[3]) & 255;
}

int program_exit_code(const struct program *p, const int16_t *reg) {
  return p->tells ? 1 + program_result(reg) % 199 : 0;
}
