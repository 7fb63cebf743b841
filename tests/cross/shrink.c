#include "shrink.h"

#include <string.h>

#include "base/alloc.h"
#include "show.h"

/* --- a copy one may change ------------------------------------------------ */

#define COPY(a, at, count)                                                     \
  ((count) ? arena_copy((a), (at), (count) * sizeof *(at)) : NULL)

static const char *copy_string(struct arena *a, const char *s) {
  return arena_string(a, s, strlen(s));
}

static void copy_process(struct arena *a, struct process *p) {
  struct variable *slots = COPY(a, p->slots, p->slot_count);
  struct location *locations = COPY(a, p->locations, p->location_count);
  struct edge *edges = COPY(a, p->edges, p->edge_count);
  p->name = copy_string(a, p->name);
  p->base = copy_string(a, p->base);
  for (slot_id i = 0; i < p->slot_count; i++)
    slots[i].name = copy_string(a, slots[i].name);
  for (location_id i = 0; i < p->location_count; i++)
    locations[i].name = copy_string(a, locations[i].name);
  for (edge_id i = 0; i < p->edge_count; i++) {
    struct edge *e = &edges[i];
    e->table = COPY(a, e->table, e->count);
    e->args = COPY(a, e->args, e->arg_count);
    e->touched = COPY(a, e->touched, e->touched_count);
  }
  p->slots = slots;
  p->locations = locations;
  p->edges = edges;
}

/* Room for one more instruction than m has. */
static struct code *copy_code(struct arena *a, const struct model *m) {
  struct code *code = arena_array(a, struct code, m->code_count + 1);
  memcpy(code, m->code, m->code_count * sizeof *code);
  return code;
}

struct model *shrink_copy(const struct model *m) {
  struct arena arena = {0}, *a = &arena;
  struct model *n = COPY(a, m, 1);
  struct process *processes = COPY(a, m->processes, m->process_count);
  struct object *objects = COPY(a, m->objects, m->object_count);
  struct message *messages = COPY(a, m->messages, m->message_count);
  struct source *sources = COPY(a, m->sources, m->source_count);
  struct property *properties = COPY(a, m->properties, m->property_count);
  n->file = copy_string(a, m->file);
  n->exprs = COPY(a, m->exprs, m->expr_count);
  n->code = copy_code(a, m);
  n->parameter_count = 0;
  for (process_id i = 0; i < m->process_count; i++)
    copy_process(a, &processes[i]);
  for (object_id i = 0; i < m->object_count; i++)
    objects[i].name = copy_string(a, objects[i].name);
  for (message_id i = 0; i < m->message_count; i++) {
    messages[i].name = copy_string(a, messages[i].name);
    messages[i].payload = COPY(a, messages[i].payload, messages[i].arity);
  }
  for (source_id i = 0; i < m->source_count; i++) {
    sources[i].process = copy_string(a, sources[i].process);
    sources[i].from = copy_string(a, sources[i].from);
    sources[i].text = copy_string(a, sources[i].text);
  }
  for (uint32_t i = 0; i < m->property_count; i++)
    properties[i].text = copy_string(a, properties[i].text);
  n->processes = processes;
  n->objects = objects;
  n->messages = messages;
  n->sources = sources;
  n->properties = properties;
  n->arena = arena;
  return n;
}

/* --- leaving one thing out ------------------------------------------------ */

/* Each of these changes a copy in its i-th place; false when there is no
 * i-th place.  *changed says whether anything is different. */
typedef bool cut(struct model *m, uint32_t i, bool *changed);

static struct process *process_at(struct model *m, process_id p) {
  return (struct process *)&m->processes[p];
}

/* The i-th edge of the model. */
static struct edge *edge_at(struct model *m, uint32_t i, struct process **of) {
  for (process_id p = 0; p < m->process_count; p++) {
    *of = process_at(m, p);
    if (i < (*of)->edge_count)
      return (struct edge *)&(*of)->edges[i];
    i -= (*of)->edge_count;
  }
  return NULL;
}

static bool cut_property(struct model *m, uint32_t i, bool *changed) {
  if (i >= m->property_count)
    return false;
  struct property *at = (struct property *)m->properties;
  memmove(at + i, at + i + 1, (--m->property_count - i) * sizeof *at);
  return *changed = true;
}

static bool cut_process(struct model *m, uint32_t i, bool *changed) {
  if (i >= m->process_count)
    return false;
  struct process *p = process_at(m, i);
  *changed = p->edge_count > 0;
  p->edge_count = 0;
  for (location_id l = 0; l < p->location_count; l++)
    ((struct location *)p->locations)[l].edge_count = 0;
  return true;
}

static bool cut_edge(struct model *m, uint32_t i, bool *changed) {
  struct process *p;
  struct edge *e = edge_at(m, i, &p);
  if (!e)
    return false;
  edge_id id = (edge_id)(e - p->edges);
  struct location *locations = (struct location *)p->locations;
  locations[e->from].edge_count--;
  for (location_id l = 0; l < p->location_count; l++)
    if (locations[l].first_edge > id)
      locations[l].first_edge--;
  memmove(e, e + 1, (--p->edge_count - id) * sizeof *e);
  return *changed = true;
}

static bool cut_guard(struct model *m, uint32_t i, bool *changed) {
  struct process *p;
  struct edge *e = edge_at(m, i, &p);
  if (!e)
    return false;
  *changed = e->guard != NONE;
  e->guard = NONE;
  return true;
}

static bool cut_fits(struct model *m, uint32_t i, bool *changed) {
  struct process *p;
  struct edge *e = edge_at(m, i, &p);
  if (!e)
    return false;
  *changed = e->fits != NONE;
  e->fits = NONE;
  return true;
}

static bool cut_index(struct model *m, uint32_t i, bool *changed) {
  struct process *p;
  struct edge *e = edge_at(m, i, &p);
  if (!e)
    return false;
  if (e->index != NONE && e->table[0] != NONE) {
    e->index = NONE;
    e->count = 1;
    *changed = true;
  }
  return true;
}

static bool cut_input(struct model *m, uint32_t i, bool *changed) {
  struct process *p;
  struct edge *e = edge_at(m, i, &p);
  if (!e)
    return false;
  *changed = e->input_range.lo < e->input_range.hi;
  e->input_range.hi = e->input_range.lo;
  return true;
}

/* The code of an edge becomes a new instruction that only stops. */
static bool cut_code(struct model *m, uint32_t i, bool *changed) {
  struct process *p;
  struct edge *e = edge_at(m, i, &p);
  if (!e)
    return false;
  if (m->code[e->code].op == CODE_STOP)
    return true;
  struct code stop = {.op = CODE_STOP,
                      .index = NONE,
                      .value = NONE,
                      .to = e->to,
                      .place = m->code[e->code].place};
  ((struct code *)m->code)[m->code_count] = stop;
  e->code = m->code_count++;
  return *changed = true;
}

static bool cut_instruction(struct model *m, uint32_t i, bool *changed) {
  if (i >= m->code_count)
    return false;
  struct code *c = (struct code *)&m->code[i];
  if (c->op == CODE_STOP || (c->op == CODE_JUMP && c->to == i + 1))
    return true;
  c->op = CODE_JUMP;
  c->to = i + 1;
  return *changed = true;
}

static bool cut_start(struct model *m, uint32_t i, bool *changed) {
  if (i >= m->process_count)
    return false;
  struct process *p = process_at(m, i);
  while (m->code[p->start].op != CODE_STOP) {
    p->start++;
    *changed = true;
  }
  return true;
}

static bool cut_capacity(struct model *m, uint32_t i, bool *changed) {
  if (i >= m->object_count)
    return false;
  struct object *o = (struct object *)&m->objects[i];
  if (o->kind >= OBJECT_CHANNEL && o->capacity > 1) {
    o->capacity = o->capacity == UNBOUNDED ? 3 : o->capacity - 1;
    *changed = true;
  }
  return true;
}

/* Expressions become constants, or one of their sides: five ways each. */
static bool cut_expr(struct model *m, uint32_t i, bool *changed) {
  uint32_t way = i % 5;
  if (i / 5 >= m->expr_count)
    return false;
  struct expr *x = (struct expr *)&m->exprs[i / 5];
  if (x->op == EXPR_CONST) {
    *changed = way == 0 && x->value != 0 && x->value != 1;
    if (*changed)
      x->value = 0;
    return true;
  }
  bool *used = show_used_exprs(m);
  bool matters = used[i / 5];
  free(used);
  if (!matters)
    return true;
  struct place place = x->place;
  if (way < 2)
    *x = (struct expr){EXPR_CONST, NONE, NONE, NONE, way, place};
  else if (way == 2 && x->op >= EXPR_NEG)
    *x = m->exprs[x->a];
  else if (way == 3 && x->op > EXPR_NOT)
    *x = m->exprs[x->b];
  else if (way == 4 && x->op == EXPR_COND)
    *x = m->exprs[x->c];
  else
    return true;
  x->place = place;
  return *changed = true;
}

static cut *const cuts[] = {
    cut_process, cut_property, cut_edge,        cut_code,  cut_guard, cut_fits,
    cut_index,   cut_capacity, cut_instruction, cut_start, cut_input, cut_expr};

/* One try: the model without its i-th thing of the kind, if it still fails;
 * NULL otherwise.  *more says whether there is an i-th thing. */
static struct model *try_cut(const struct model *m, cut *kind, uint32_t i,
                             shrink_fails *fails, void *user, bool *more) {
  struct model *n = shrink_copy(m);
  bool changed = false;
  *more = kind(n, i, &changed);
  if (*more && changed && fails(n, user))
    return n;
  model_free(n);
  return NULL;
}

struct model *shrink(const struct model *m, shrink_fails *fails, void *user) {
  struct model *best = shrink_copy(m);
  bool again = true;
  while (again) {
    again = false;
    for (size_t k = 0; k < sizeof cuts / sizeof *cuts; k++) {
      bool more = true;
      for (uint32_t i = 0; more;) {
        struct model *n = try_cut(best, cuts[k], i, fails, user, &more);
        if (n) { /* the next thing now has this number */
          model_free(best);
          best = n;
          again = true;
        } else {
          i++;
        }
      }
    }
  }
  return best;
}
