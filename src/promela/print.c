#include <string.h>

#include "promela/machine.h"

static void print_value(const struct program *p, struct ptype_of type,
                        int32_t value, struct text *out) {
  if (type.type == TYPE_MTYPE && value > 0 && (size_t)value <= p->mtypes.len)
    text_add(out, p->mtypes.at[value - 1]);
  else
    text_printf(out, "%d", value);
}

static void begin(struct text *out, bool lines, bool *any) {
  if (lines)
    text_add(out, "  ");
  else if (*any)
    text_add(out, ", ");
  *any = true;
}

static void end(struct text *out, bool lines) {
  if (lines)
    text_char(out, '\n');
}

/* "P(1) at line 12", with its variables where there are lines for them. */
static void print_process(const struct promela *pm, struct machine_view *v,
                          process_id p, bool lines, struct text *out) {
  const struct machine_part *part =
      view_read(v, machine_process(v->machine, p));
  const struct pproc *proc = pm->program->procs.at[part->at[PROCESS_TYPE]];
  const struct pflow *flow = pm->flows[proc->number];
  const struct pstmt *at = flow->states[part->at[PROCESS_STATE]].stmt;
  text_printf(out, "%s(%u) at ", proc->name, p);
  if (at && at->kind == PS_END)
    text_add(out, "its end");
  else
    text_printf(out, "line %u", at ? at->place.line : 0);
  if (!lines)
    return;
  for (size_t i = 0; i < proc->variables.len; i++) {
    const struct pvariable *x = &proc->variables.at[i];
    if (x->is_array || x->type.type == TYPE_STRUCT)
      continue;
    text_printf(out, ", %s = ", x->name);
    print_value(pm->program, x->type, part->at[PROCESS_CELLS + x->cell], out);
  }
}

static void print_global(const struct promela *pm, struct machine_view *v,
                         const struct pvariable *x, struct text *out) {
  text_printf(out, "%s = ", x->name);
  for (uint32_t k = 0; k < x->count && k < 16; k++) {
    uint32_t cell = x->cell + k;
    int32_t value = view_read(v, pm->cell_part[cell])->at[pm->cell_word[cell]];
    text_add(out, k ? " " : "");
    print_value(pm->program, x->type, value, out);
  }
}

static void print_queue(const struct promela *pm, const int32_t *words,
                        uint32_t len, struct text *out) {
  const struct pchan *chan = pm->program->chans.at[words[QUEUE_CHAN]];
  uint32_t count = (len - QUEUE_WORDS) / chan->width;
  const int32_t *at = words + QUEUE_WORDS;
  for (uint32_t i = 0; i < count; i++) {
    text_add(out, i ? " " : "");
    for (uint32_t k = 0; k < chan->width; k++) {
      text_add(out, k ? "," : "");
      print_value(pm->program, chan->fields[k], *at++, out);
    }
  }
}

/* The name of the variable that the queue began with. */
static void print_queue_name(const struct promela *pm, struct machine_view *v,
                             uint32_t q, struct text *out) {
  const struct program *p = pm->program;
  for (size_t i = 0; i < p->globals.len; i++) {
    const struct pvariable *x = &p->globals.at[i];
    for (uint32_t k = 0; x->type.type == TYPE_CHAN && k < x->count; k++) {
      uint32_t cell = x->cell + k;
      if (view_read(v, pm->cell_part[cell])->at[pm->cell_word[cell]] !=
          (int32_t)q + 1)
        continue;
      text_add(out, x->name);
      if (x->is_array)
        text_printf(out, "[%u]", k);
      return;
    }
  }
  text_printf(out, "channel %u", q + 1);
}

void promela_print(const struct machine *m, struct machine_view *v, bool lines,
                   struct text *out) {
  const struct promela *pm = m->self;
  bool any = false;
  uint32_t processes = view_processes(v);
  for (process_id p = 0; p < processes; p++) {
    begin(out, lines, &any);
    print_process(pm, v, p, lines, out);
    end(out, lines);
  }
  for (size_t i = 0; lines && i < pm->program->globals.len; i++) {
    const struct pvariable *x = &pm->program->globals.at[i];
    if (x->type.type == TYPE_CHAN || x->type.type == TYPE_STRUCT)
      continue;
    begin(out, lines, &any);
    print_global(pm, v, x, out);
    end(out, lines);
  }
  uint32_t queues = (uint32_t)view_read(v, MACHINE_COUNTS)->at[1];
  for (uint32_t q = 0; q < queues; q++) {
    const struct machine_part *part = view_read(v, machine_queue(m, q));
    if (part->len <= QUEUE_WORDS)
      continue;
    begin(out, lines, &any);
    print_queue_name(pm, v, q, out);
    text_add(out, " holds ");
    print_queue(pm, part->at, part->len, out);
    end(out, lines);
  }
  if (!any)
    text_add(out, "no process is left");
}

void promela_print_move(const struct machine *m, struct machine_view *v,
                        process_id p, uint32_t edge, struct text *out) {
  const struct promela *pm = m->self;
  uint32_t type;
  const struct ptrans *t = promela_trans(pm, edge, &type);
  (void)v;
  (void)p;
  if (!t->stmt)
    text_add(out, "goto");
  else if (t->body)
    text_add(out, "d_step");
  else
    text_add(out, t->stmt->text ? t->stmt->text : "");
}
