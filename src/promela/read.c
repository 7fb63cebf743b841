#include "promela/read.h"

#include <string.h>

#include "base/hash.h"
#include "base/map.h"

/* --- parts ---------------------------------------------------------------- */

enum { APART_MAX = 64, TOGETHER = 8 };

struct cells {
  uint32_t *part, *word, parts;
};

static void place_cells(struct cells *c, uint32_t first, uint32_t count) {
  uint32_t together = count > APART_MAX ? TOGETHER : 1;
  for (uint32_t i = 0; i < count; i++) {
    c->part[first + i] = c->parts + i / together;
    c->word[first + i] = i % together;
  }
  c->parts += (count + together - 1) / together;
}

/* A variable is a part of its own, so is each element of a small array; of
 * larger ones some elements together. */
static void place_globals(struct arena *a, const struct program *p,
                          struct promela *pm, struct machine *m) {
  uint32_t cells = p->cells + 2;
  struct cells c = {.part = arena_array(a, uint32_t, cells),
                    .word = arena_array(a, uint32_t, cells),
                    .parts = MACHINE_FIRST};
  for (size_t i = 0; i < p->globals.len; i++) {
    const struct pvariable *v = &p->globals.at[i];
    uint32_t next =
        i + 1 < p->globals.len ? p->globals.at[i + 1].cell : p->cells;
    place_cells(&c, v->cell, next - v->cell);
  }
  pm->last_cell = p->cells;
  pm->event_cell = p->cells + p->has_last;
  pm->cells = pm->event_cell + (pm->trace != NULL);
  if (p->has_last)
    place_cells(&c, pm->last_cell, 1);
  if (pm->trace)
    place_cells(&c, pm->event_cell, 1);
  pm->cell_part = c.part;
  pm->cell_word = c.word;
  m->first_slot = c.parts;
}

/* --- labels that others look at ------------------------------------------- */

static bool find_label(const struct pflow *flow, struct pexpr *e) {
  for (uint32_t i = 0; i < flow->label_count; i++)
    if (!strcmp(flow->labels[i].name, e->label)) {
      e->element = flow->labels[i].state;
      return true;
    }
  return false;
}

static bool resolve_expr(const struct program *p,
                         const struct pflow *const *flows, struct pexpr *e,
                         struct diag *d);

static bool resolve_patterns(const struct program *p,
                             const struct pflow *const *flows,
                             const struct pattern *patterns, uint32_t count,
                             struct diag *d) {
  bool ok = true;
  for (uint32_t i = 0; patterns && i < count; i++)
    ok &= resolve_expr(p, flows, (struct pexpr *)patterns[i].value, d);
  return ok;
}

static bool resolve_expr(const struct program *p,
                         const struct pflow *const *flows, struct pexpr *e,
                         struct diag *d) {
  if (!e)
    return true;
  bool ok = resolve_patterns(p, flows, e->patterns, e->arg_count, d);
  ok &= resolve_expr(p, flows, (struct pexpr *)e->a, d);
  ok &= resolve_expr(p, flows, (struct pexpr *)e->b, d);
  ok &= resolve_expr(p, flows, (struct pexpr *)e->c, d);
  for (uint32_t i = 0; e->args && i < e->arg_count; i++)
    ok &= resolve_expr(p, flows, (struct pexpr *)e->args[i], d);
  if (e->op == PE_AT && !find_label(flows[e->value], e))
    ok = diag_error(d,
                    (struct diag_at){p->file, e->place.line, e->place.col, 1},
                    "'%s' has no label '%s'", p->procs.at[e->value]->name,
                    e->label);
  return ok;
}

static bool resolve_sequence(const struct program *p,
                             const struct pflow *const *flows,
                             const struct pseq *seq, struct diag *d) {
  bool ok = true;
  for (size_t i = 0; i < seq->at.len; i++) {
    const struct pstmt *s = seq->at.at[i];
    ok &= resolve_expr(p, flows, (struct pexpr *)s->expr, d);
    ok &= resolve_patterns(p, flows, s->patterns, s->arg_count, d);
    for (uint32_t k = 0; s->args && k < s->arg_count; k++)
      ok &= resolve_expr(p, flows, (struct pexpr *)s->args[k], d);
    for (size_t k = 0; k < s->parts.len; k++)
      ok &= resolve_sequence(p, flows, s->parts.at[k], d);
  }
  return ok;
}

static bool resolve_labels(const struct program *p,
                           const struct pflow *const *flows,
                           struct diag *d) {
  bool ok = true;
  for (size_t i = 0; i < p->procs.len; i++)
    ok &= resolve_sequence(p, flows, p->procs.at[i]->body, d);
  for (size_t i = 0; i < p->atoms.len; i++)
    ok &= resolve_expr(p, flows, (struct pexpr *)p->atoms.at[i], d);
  return ok;
}

/* --- the face of a model -------------------------------------------------- */

/* A statement is one source, however many edges it became; what nobody wrote
 * has no place. */
static struct source source_of(struct arena *a, const struct pproc *proc,
                               const struct ptrans *t) {
  const struct pstmt *s = t->stmt;
  struct source source = {.process = proc->name, .from = "", .text = "goto"};
  if (s) {
    source.from = arena_printf(a, "line %u:", s->place.line);
    source.text = t->body ? "d_step" : s->text ? s->text : "";
    source.place = s->place;
  }
  return source;
}

/* The sources into the array, which is long enough for one of each edge. */
static const struct edge *make_edges(struct arena *a, const struct promela *pm,
                                     uint32_t count, struct source *sources,
                                     uint32_t *source_count) {
  struct edge *edges = arena_array(a, struct edge, count);
  struct map numbers = {0}; /* of sources, by statement and proctype */
  *source_count = 0;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t type;
    const struct ptrans *t = promela_trans(pm, i, &type);
    const struct pstmt *s = t->stmt;
    bool added;
    uint64_t *number =
        map_at(&numbers, hash_pair((uintptr_t)s, type), &added);
    if (added) {
      sources[*source_count] =
          source_of(a, pm->program->procs.at[type], t);
      *number = (*source_count)++;
    }
    edges[i] = (struct edge){.action = ACT_NONE, .index = NONE, .guard = NONE,
                             .fits = NONE, .source = (source_id)*number,
                             .to = t->to};
    if (s && s->kind == PS_SEND)
      edges[i].action = ACT_SEND;
    if (s && s->kind == PS_RECEIVE)
      edges[i].action = ACT_RECEIVE;
  }
  map_free(&numbers);
  return edges;
}

static const struct location *make_locations(struct arena *a,
                                             const struct promela *pm,
                                             uint32_t *count) {
  uint32_t most = 1;
  for (size_t i = 0; i < pm->program->procs.len; i++)
    if (pm->flows[i]->state_count > most)
      most = pm->flows[i]->state_count;
  struct location *at = arena_array(a, struct location, most);
  for (uint32_t i = 0; i < most; i++)
    at[i] = (struct location){.name = arena_printf(a, "state %u", i)};
  *count = most;
  return at;
}

static const char *slot_name(struct arena *a, const struct program *p,
                             uint32_t slot) {
  uint32_t at = 0;
  const struct pproc *only = NULL;
  bool several = false;
  for (size_t i = 0; i < p->procs.len; i++) {
    const struct pproc *proc = p->procs.at[i];
    if (slot < at + proc->active)
      return arena_printf(a, "%s(%u)", proc->name, slot);
    at += proc->active;
    if (proc->is_claim || proc->is_trace || proc->is_init)
      continue;
    several |= only != NULL && !(only->active && proc->active);
    if (!proc->active || !only)
      only = proc;
  }
  return several || !only ? arena_printf(a, "process %u", slot)
                          : arena_printf(a, "%s(%u)", only->name, slot);
}

static void make_face(struct model *m, const struct promela *pm,
                      uint32_t edge_count) {
  struct arena *a = &m->arena;
  struct source *sources = arena_array(a, struct source, edge_count);
  const struct edge *edges =
      make_edges(a, pm, edge_count, sources, &m->source_count);
  uint32_t locations;
  const struct location *at = make_locations(a, pm, &locations);
  struct process *all =
      arena_array(a, struct process, MACHINE_SLOTS_MAX);
  for (uint32_t i = 0; i < MACHINE_SLOTS_MAX; i++)
    all[i] = (struct process){.name = slot_name(a, pm->program, i),
                              .base = "process",
                              .location_count = locations,
                              .locations = at,
                              .edge_count = edge_count,
                              .edges = edges,
                              .thread = true};
  m->process_count = MACHINE_SLOTS_MAX;
  m->processes = all;
  m->sources = sources;
}

/* --- reading -------------------------------------------------------------- */

static bool has_directives(const char *text, size_t len) {
  for (size_t i = 0; i < len; i++)
    if (text[i] == '#' || (text[i] == '\\' && i + 1 < len &&
                           text[i + 1] == '\n'))
      return true;
  return false;
}

static uint32_t count_queues(const struct pinit *inits, size_t count) {
  uint32_t queues = 0;
  for (size_t i = 0; i < count; i++)
    queues += inits[i].chan != NULL;
  return queues;
}

static bool build(struct model *m, struct program *p, struct diag *diag) {
  struct arena *a = &m->arena;
  size_t count = p->procs.len;
  const struct pflow **flows = arena_array(a, const struct pflow *, count + 1);
  uint32_t *first = arena_array(a, uint32_t, count + 1), edges = 0;
  uint32_t active = 0, runs = 0;
  bool ok = true;
  for (size_t i = 0; i < count; i++) {
    const struct pproc *proc = p->procs.at[i];
    flows[i] = flow_make(p, proc, diag);
    ok &= flows[i] != NULL;
    first[i] = edges;
    if (!flows[i] || proc->is_claim || proc->is_trace)
      continue; /* they only look on */
    edges += flows[i]->trans_count;
    active += proc->active;
    runs += !proc->active;
  }
  if (!ok)
    return false;
  if (!active)
    return diag_error(diag, (struct diag_at){p->file, 1, 1, 1},
                      "no process is active: there is no init and no active "
                      "proctype");
  if (!resolve_labels(p, flows, diag))
    return false;
  struct promela *pm = arena_new(a, struct promela);
  *pm = (struct promela){.program = p, .flows = flows, .first_edge = first};
  if (!trace_make(pm, diag))
    return false;
  struct machine *machine = arena_new(a, struct machine);
  *machine = promela_machine;
  machine->self = pm;
  machine->edge_count = edges;
  machine->has_timeout = p->has_timeout;
  uint32_t queues = count_queues(p->inits.at, p->inits.len);
  for (size_t i = 0; i < count; i++)
    queues += p->procs.at[i]->active *
              count_queues(p->procs.at[i]->inits.at, p->procs.at[i]->inits.len);
  machine->slots = active + 2 * runs > queues ? active + 2 * runs : queues;
  if (machine->slots > MACHINE_SLOTS_MAX)
    machine->slots = MACHINE_SLOTS_MAX;
  place_globals(a, p, pm, machine);
  make_face(m, pm, edges);
  promela_sketches(m, pm);
  machine->has_progress = promela_has(pm, STATE_PROGRESS);
  m->machine = machine;
  promela_fix(pm, machine);
  return promela_claims(m, pm, diag);
}

struct model *promela_read(const char *file, const char *text, size_t len,
                           const struct promela_options *options,
                           struct diag *diag) {
  struct text after = {0};
  struct arena arena = {0};
  struct model *m = arena_new(&arena, struct model);
  m->arena = arena;
  struct program *p = arena_new(&m->arena, struct program);
  struct words_of words = {0};
  p->arena = &m->arena;
  p->file = arena_string(&m->arena, file, strlen(file));
  m->file = p->file;
  bool ok = true;
  if (has_directives(text, len)) {
    if (options && options->no_cpp)
      ok = diag_error(diag, (struct diag_at){file, 1, 1, 1},
                      "directives are not read here");
    else
      ok = promela_cpp(file, text, len, options, &after, diag);
    text = text_str(&after);
    len = after.len;
  }
  m->digest = hash_bytes(text, len);
  ok = ok && promela_lex(p->file, text, len, &m->arena, &words, diag);
  bool parsed = ok && promela_parse(p, &words, diag);
  vec_free(&words.at);
  vec_free(&words.files);
  ok = parsed && build(m, p, diag);
  text_free(&after);
  if (ok)
    return m;
  model_free(m);
  return NULL;
}
