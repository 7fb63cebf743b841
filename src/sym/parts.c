#include "sym/parts.h"

#include <stdlib.h>

enum { NONE = UINT32_MAX };

void parts_free(struct sym_parts *p) {
  vec_free(&p->parts);
  vec_free(&p->conditions);
  vec_free(&p->vars);
  vec_free(&p->rows);
  vec_free(&p->known);
  vec_free(&p->up);
  vec_free(&p->part_of);
  vec_free(&p->visited);
  vec_free(&p->touched);
  vec_free(&p->stack);
}

/* --- the variables of a condition --------------------------------------- */

static void find_vars(struct sym_parts *p, sym_id condition) {
  uint32_t at = (uint32_t)p->known.len;
  p->now++;
  vec_push(&p->known, 0);
  vec_clear(&p->stack);
  vec_push(&p->stack, condition);
  while (p->stack.len) {
    sym_id id = vec_pop(&p->stack);
    if (p->visited.at[id] == p->now)
      continue;
    p->visited.at[id] = p->now;
    const struct sym_node *n = sym_at(p->store, id);
    const sym_id operands[] = {n->a, n->b, n->c};
    if (n->op == SYM_VAR) {
      vec_push(&p->known, (uint32_t)sym_var_number(p->store, id));
      p->known.at[at]++;
    }
    for (unsigned i = 0; i < sym_operands(n->op); i++)
      vec_push(&p->stack, operands[i]);
  }
  p->rows.at[condition] = at + 1;
}

static const uint32_t *vars_of(struct sym_parts *p, sym_id condition,
                               uint32_t *count) {
  if (!p->rows.at[condition])
    find_vars(p, condition);
  const uint32_t *row = p->known.at + p->rows.at[condition] - 1;
  *count = row[0];
  return row + 1;
}

/* --- which go together -------------------------------------------------- */

static uint32_t root(struct sym_parts *p, uint32_t var) {
  while (p->up.at[var] != var) {
    p->up.at[var] = p->up.at[p->up.at[var]];
    var = p->up.at[var];
  }
  return var;
}

static void touch(struct sym_parts *p, uint32_t var) {
  if (p->up.at[var] != NONE)
    return;
  p->up.at[var] = var;
  vec_push(&p->touched, var);
}

static void join_vars(struct sym_parts *p, sym_id condition) {
  uint32_t count;
  const uint32_t *vars = vars_of(p, condition, &count);
  for (uint32_t i = 0; i < count; i++) {
    touch(p, vars[i]);
    p->up.at[root(p, vars[i])] = root(p, vars[0]);
  }
}

static void make_room(struct sym_parts *p) {
  size_t inputs = p->store->inputs.len, nodes = p->store->nodes.len;
  while (p->up.len < inputs) {
    vec_push(&p->up, NONE);
    vec_push(&p->part_of, 0);
  }
  if (p->rows.len < nodes) {
    vec_resize(&p->rows, nodes);
    vec_resize(&p->visited, nodes);
  }
}

static struct sym_part *part_of(struct sym_parts *p, uint32_t var) {
  uint32_t *at = &p->part_of.at[root(p, var)];
  if (!*at) {
    struct sym_part fresh = {0};
    vec_push(&p->parts, fresh);
    *at = (uint32_t)p->parts.len;
  }
  return &p->parts.at[*at - 1];
}

static int by_number(const void *x, const void *y) {
  uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
  return a < b ? -1 : a > b;
}

/* Where each part begins, when it is known how much it has. */
static void lay_out(struct sym_parts *p) {
  uint32_t conditions = 0, vars = 0;
  vec_each(&p->parts, part) {
    part->first = conditions;
    part->vars = vars;
    conditions += part->count;
    vars += part->vars_len;
    part->count = part->vars_len = 0;
  }
  vec_resize(&p->conditions, conditions);
  vec_resize(&p->vars, vars);
}

/* Counted first, and then put in their places. */
void parts_split(struct sym_parts *p, const sym_id *conditions, size_t count) {
  uint32_t n;
  make_room(p);
  vec_clear(&p->parts);
  vec_clear(&p->touched);
  for (size_t i = 0; i < count; i++)
    join_vars(p, conditions[i]);
  for (int round = 0; round < 2; round++) {
    for (size_t i = 0; i < count; i++) {
      const uint32_t *vars = vars_of(p, conditions[i], &n);
      struct sym_part *part = part_of(p, vars[0]);
      if (round)
        p->conditions.at[part->first + part->count] = conditions[i];
      part->count++;
    }
    vec_each(&p->touched, var) {
      struct sym_part *part = part_of(p, *var);
      if (round)
        p->vars.at[part->vars + part->vars_len] = *var;
      part->vars_len++;
    }
    if (!round)
      lay_out(p);
  }
  vec_each(&p->parts, part)
    qsort(p->vars.at + part->vars, part->vars_len, sizeof *p->vars.at,
          by_number);
  vec_each(&p->touched, var) {
    p->up.at[*var] = NONE;
    p->part_of.at[*var] = 0;
  }
}
