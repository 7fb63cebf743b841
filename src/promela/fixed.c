/* Global variables that no statement assigns, channels above all: their value
 * is the initial one for ever.  It is looked up beside the state, so that what
 * a process can do is not remembered for it (explore/crank.h). */
#include "promela/read.h"

static void assign(bool *assigned, const struct plvalue *v) {
  uint32_t last = v->base;
  if (v->local || v->discard)
    return;
  for (uint32_t i = 0; i < v->index_count; i++)
    last += (v->indices[i].count - 1) * v->indices[i].stride;
  for (uint32_t c = v->base; c <= last; c++)
    assigned[c] = true;
}

static void walk(bool *assigned, const struct pseq *seq) {
  for (size_t i = 0; i < seq->at.len; i++) {
    const struct pstmt *s = seq->at.at[i];
    if (s->kind == PS_ASSIGN)
      assign(assigned, s->target);
    for (uint32_t k = 0; s->kind == PS_RECEIVE && k < s->arg_count; k++)
      if (s->patterns[k].kind == PATTERN_STORE)
        assign(assigned, s->patterns[k].store);
    for (size_t k = 0; k < s->parts.len; k++)
      walk(assigned, s->parts.at[k]);
  }
}

void promela_fix(struct promela *pm, const struct machine *m) {
  const struct program *p = pm->program;
  bool *assigned = arena_array(p->arena, bool, p->cells + 1);
  int32_t *value = arena_array(p->arena, int32_t, p->cells + 1);
  struct machine_move failed = {0};
  struct machine_view v;
  for (size_t i = 0; i < p->procs.len; i++)
    walk(assigned, p->procs.at[i]->body);
  view_open(&v, m, MACHINE_SLOTS_MAX);
  for (uint32_t i = 0; i < machine_parts(m, MACHINE_SLOTS_MAX); i++)
    v.parts[i].loaded = true;
  bool ok = m->initial(m, &v, &failed);
  for (uint32_t c = 0; ok && c < p->cells; c++)
    value[c] = view_read(&v, pm->cell_part[c])->at[pm->cell_word[c]];
  view_close(&v);
  if (!ok)
    return;
  pm->assigned = assigned;
  pm->fixed = value;
}
