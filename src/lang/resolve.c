#include "lang/resolve.h"

#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "base/text.h"

/* --- names of the file ---------------------------------------------------- */

static void declare_vars(struct resolver *r, struct ast_decl *d,
                         enum entity_kind kind) {
  for (struct ast_var *v = d->vars; v; v = v->next) {
    struct entity *e = scope_global(r, v->name, kind);
    if (!e)
      continue;
    e->var = v;
    e->bad = v->bad;
  }
}

static void declare_enum(struct resolver *r, struct ast_decl *d) {
  struct entity *type = d->name ? scope_global(r, d->name, ENTITY_ENUM) : NULL;
  int64_t value = 0;
  for (struct ast_name *n = d->names; n; n = n->next, value++) {
    struct entity *e = scope_global(r, n->token, ENTITY_CONST);
    if (!e)
      continue;
    e->value = value;
    e->state = ENTITY_DONE;
  }
  if (type)
    type->value = value ? value - 1 : 0;
}

static void declare_members(struct resolver *r, struct process_info *p) {
  for (const struct ast_var *v = p->ast->vars; v; v = v->next)
    map_put(&p->members, r->tokens->at.at[v->name].value, 2 * v->number);
  for (const struct ast_port *v = p->ast->ports; v; v = v->next)
    map_put(&p->members, r->tokens->at.at[v->name].value, 2 * v->number + 1);
}

static void declare_states(struct resolver *r, struct process_info *p) {
  uint64_t id = 0;
  for (const struct ast_state *s = p->ast->states; s; s = s->next, id++) {
    bool added;
    uint64_t *at = map_at(&p->states, state_key(r, s->name), &added);
    if (added)
      *at = id;
    else
      p->twice = !resolve_error(r, s->name, NULL, "state '%s' is there already",
                                resolve_text(r, s->name, s->name));
  }
  if (!id && !p->ast->thread && r->ast->complete)
    resolve_error(r, p->ast->name, "name: action -> next state",
                  "process '%s' has no states", resolve_name(r, p->ast->name));
}

static void declare_process(struct resolver *r, struct ast_decl *d) {
  if (!d->process)
    return;
  struct process_info *p = arena_new(&r->scratch, struct process_info);
  p->ast = d->process;
  vec_push(&r->infos, p);
  struct entity *e = scope_global(r, p->ast->name, ENTITY_PROCESS);
  if (e) {
    e->process = p;
    e->bad = p->ast->bad;
  }
  declare_members(r, p);
  declare_states(r, p);
}

static void declare_names(struct resolver *r) {
  for (struct ast_decl *d = r->ast->decls; d; d = d->next)
    switch (d->kind) {
    case AST_PARAM:
    case AST_CONST:
      declare_vars(r, d, ENTITY_CONST);
      break;
    case AST_SHARED:
      declare_vars(r, d, ENTITY_SHARED);
      break;
    case AST_LOCKS:
      declare_vars(r, d, ENTITY_LOCK);
      break;
    case AST_SEM:
      declare_vars(r, d, ENTITY_SEM);
      break;
    case AST_ENUM:
      declare_enum(r, d);
      break;
    case AST_PROCESS:
      declare_process(r, d);
      break;
    default:
      break;
    }
}

/* --- parameters, constants, scheme -----------------------------------------
 */

static void set_parameter(struct resolver *r, const struct lang_param *p) {
  VEC(const char *) near = {0};
  for (struct ast_decl *d = r->ast->decls; d; d = d->next)
    for (struct ast_var *v = d->vars; d->kind == AST_PARAM && v; v = v->next) {
      struct entity *e = r->globals[r->tokens->at.at[v->name].value];
      if (near.len < 1000)
        vec_push(&near, resolve_name(r, v->name));
      if (!e || e->var != v || strcmp(resolve_name(r, v->name), p->name))
        continue;
      e->value = p->value;
      e->state = ENTITY_DONE;
      vec_free(&near);
      return;
    }
  const char *best = text_nearest(p->name, near.at, near.len);
  char hint[300];
  snprintf(hint, sizeof hint, "did you mean '%s'?", best ? best : "");
  diag_error_hint(r->diag, (struct diag_at){.file = r->tokens->file},
                  best ? hint : NULL, "there is no parameter '%s' to change",
                  p->name);
  vec_free(&near);
}

static void evaluate_constants(struct resolver *r) {
  for (size_t i = 0; i < r->options->param_count; i++)
    set_parameter(r, &r->options->params[i]);
  for (struct ast_decl *d = r->ast->decls; d; d = d->next) {
    if (d->kind != AST_PARAM && d->kind != AST_CONST)
      continue;
    for (struct ast_var *v = d->vars; v; v = v->next) {
      struct entity *e = r->globals[r->tokens->at.at[v->name].value];
      if (!e || e->var != v || !const_entity(r, e) || d->kind != AST_PARAM)
        continue;
      const char *name = resolve_name(r, v->name);
      struct parameter p = {arena_string(r->arena, name, strlen(name)),
                            e->value};
      vec_push(&r->parameters, p);
    }
  }
}

static void choose_scheme(struct resolver *r) {
  const struct ast_decl *chosen = NULL;
  r->model->scheme = SCHEME_FIFO;
  for (struct ast_decl *d = r->ast->decls; d; d = d->next) {
    if (d->kind != AST_SCHEME || !d->name)
      continue;
    if (chosen)
      resolve_error(r, d->token, NULL, "a second scheme (line %u has one)",
                    r->tokens->at.at[chosen->token].line);
    chosen = d;
    int i = 0;
    while (scheme_names[i] && strcmp(scheme_names[i], resolve_name(r, d->name)))
      i++;
    if (!scheme_names[i])
      resolve_error(r, d->name, "async, fifo, causal or mailbox",
                    "unknown scheme '%s'", resolve_name(r, d->name));
    else
      r->model->scheme = (enum scheme)i;
  }
  if (r->options->has_scheme)
    r->model->scheme = r->options->scheme;
}

/* --- processes ------------------------------------------------------------ */

static void add_elements(struct resolver *r, struct process_info *p) {
  const struct ast_process *a = p->ast;
  struct range range = {0, 0};
  if (a->bad || (a->index && !const_range(r, a->lo, a->hi, "a bound", &range)))
    return;
  uint64_t count = (uint64_t)((int64_t)range.hi - range.lo + 1);
  if (count > ELEMENTS_MAX || r->processes.len + count > ELEMENTS_MAX) {
    resolve_full(r, a->name, "processes", ELEMENTS_MAX);
    return;
  }
  p->lo = range.lo;
  p->count = (uint32_t)count;
  p->first = (process_id)r->processes.len;
  const char *base = arena_string(r->arena, resolve_name(r, a->name),
                                  strlen(resolve_name(r, a->name)));
  for (int64_t i = range.lo; i <= range.hi; i++) {
    struct process q = {.name = base,
                        .base = base,
                        .thread = a->thread,
                        .place = resolve_place(r, a->name)};
    if (a->index)
      q.name = arena_printf(r->arena, "%s[%lld]", base, (long long)i);
    vec_push(&r->processes, q);
  }
  if (count * a->var_count > SLOTS_MAX || count * a->port_count > OBJECTS_MAX) {
    resolve_full(r, a->name, "variables and ports", SLOTS_MAX);
    p->count = 0;
    return;
  }
  p->vars = arena_array(&r->scratch, struct cells, count * a->var_count);
  p->ports = arena_array(&r->scratch, struct cells, count * a->port_count);
  p->carriers = arena_array(&r->scratch, uint32_t, a->port_count);
}

/* The index of the element is a constant of its process. */
static void bind_index(struct flow *f) {
  const struct ast_process *a = f->info->ast;
  if (!a->index)
    return;
  struct entity *e = scope_local(f->r, a->index, ENTITY_CONST);
  if (e) {
    e->state = ENTITY_DONE;
    e->value = f->info->lo + f->element;
  }
}

static struct flow element_flow(struct resolver *r, struct process_info *p,
                                uint32_t element) {
  return (struct flow){.r = r,
                       .mode = MODE_CONST,
                       .info = p,
                       .element = element,
                       .process = p->first + element,
                       .bound = NONE};
}

static void declare_ports(struct resolver *r, struct process_info *p) {
  for (uint32_t i = 0; p->ast->ports && i < p->count && !r->full; i++) {
    struct flow f = element_flow(r, p, i);
    size_t mark = scope_mark(r);
    bind_index(&f);
    for (struct ast_port *a = p->ast->ports; a && !r->full; a = a->next)
      port_declare(&f, a);
    scope_release(r, mark);
  }
}

/* --- variables ------------------------------------------------------------ */

/* Size, range and initial value of a var, shared, lock or sem. */
struct shape {
  uint32_t count;
  struct range range;
  int32_t init;
};

static bool shape_of(struct resolver *r, const struct ast_var *v,
                     struct range otherwise, struct shape *out) {
  int64_t size = 1, init;
  *out = (struct shape){.range = otherwise};
  if (v->bad)
    return false;
  bool ok = !v->size || const_value(r, v->size, "the size", &size);
  if (ok && (size < 1 || size > OBJECTS_MAX))
    ok = resolve_error(r, v->size->token, NULL,
                       "an array of %lld elements (1 to %d are possible)",
                       (long long)size, OBJECTS_MAX);
  if (v->type && !const_type(r, v->type, &out->range))
    return false;
  init = out->range.lo > 0 || out->range.hi < 0 ? out->range.lo : 0;
  if (v->init && !const_value(r, v->init, "the initial value", &init))
    return false;
  if (ok && (init < out->range.lo || init > out->range.hi))
    ok = resolve_error(r, v->init->token, NULL,
                       "initial value %lld is outside %d..%d", (long long)init,
                       out->range.lo, out->range.hi);
  out->count = (uint32_t)size;
  out->init = (int32_t)init;
  return ok;
}

static void add_objects(struct resolver *r, struct ast_var *v,
                        enum object_kind kind) {
  struct entity *e = r->globals[r->tokens->at.at[v->name].value];
  struct shape s;
  if (!e || e->var != v)
    return;
  struct range otherwise = RANGE_INT;
  if (kind == OBJECT_SEMAPHORE)
    otherwise.lo = 0;
  if (!shape_of(r, v, otherwise, &s)) {
    e->bad = true;
    return;
  }
  if (kind == OBJECT_SEMAPHORE && s.range.lo != 0) {
    resolve_error(r, v->name, "write 0..n",
                  "a semaphore counts from 0, not from %d", s.range.lo);
    e->bad = true;
    return;
  }
  e->first = (uint32_t)r->objects.len;
  e->count = s.count;
  e->array = v->size;
  e->range = s.range;
  const char *base = arena_string(r->arena, resolve_name(r, v->name),
                                  strlen(resolve_name(r, v->name)));
  for (uint32_t i = 0; i < s.count && !r->full; i++) {
    struct object o = {.kind = kind,
                       .name = base,
                       .range = s.range,
                       .init = s.init,
                       .from = NONE,
                       .to = NONE};
    if (kind == OBJECT_LOCK)
      o.range = (struct range){0, 0};
    if (v->size)
      o.name = arena_printf(r->arena, "%s[%u]", base, i);
    object_add(r, o, NONE, v->name);
  }
}

static void declare_objects(struct resolver *r) {
  size_t next = 0;
  for (struct ast_decl *d = r->ast->decls; d && !r->full; d = d->next) {
    struct ast_var *v = d->vars;
    switch (d->kind) {
    case AST_SHARED:
      for (; v; v = v->next)
        add_objects(r, v, OBJECT_SHARED);
      break;
    case AST_LOCKS:
      for (; v; v = v->next) {
        if (v->init)
          resolve_error(r, v->name, NULL, "a lock has no initial value");
        add_objects(r, v, OBJECT_LOCK);
      }
      break;
    case AST_SEM:
      for (; v; v = v->next)
        add_objects(r, v, OBJECT_SEMAPHORE);
      break;
    case AST_CHANNEL:
      if (!d->channel || !channel_declare(r, d->channel))
        r->channels_bad = true;
      break;
    case AST_PROCESS:
      if (d->process)
        declare_ports(r, r->infos.at[next++]);
      break;
    default:
      break;
    }
  }
}

static void add_slots(struct flow *f, struct ast_var *v) {
  struct resolver *r = f->r;
  struct shape s;
  struct entity *e = scope_local(r, v->name, ENTITY_VAR);
  bool ok = shape_of(r, v, RANGE_INT, &s);
  if (ok && r->slots + s.count > SLOTS_MAX)
    ok = resolve_full(r, v->name, "variables", SLOTS_MAX);
  struct cells *c =
      &f->info->vars[f->element * f->info->ast->var_count + v->number];
  *c = (struct cells){.first = (slot_id)f->slots.len,
                      .count = ok ? s.count : 1,
                      .range = s.range,
                      .array = v->size};
  if (e) {
    e->bad = !ok;
    e->var = v;
    e->first = c->first;
    e->count = c->count;
    e->array = v->size;
    e->range = s.range;
  }
  const char *base = arena_string(r->arena, resolve_name(r, v->name),
                                  strlen(resolve_name(r, v->name)));
  for (uint32_t i = 0; ok && i < s.count; i++)
    flow_slot(f, v->size ? arena_printf(r->arena, "%s[%u]", base, i) : base,
              s.range, s.init, false);
}

/* --- lowering ------------------------------------------------------------- */

static void lower_element(struct resolver *r, struct process_info *p,
                          uint32_t element) {
  struct flow f = element_flow(r, p, element);
  size_t mark = scope_mark(r);
  bind_index(&f);
  for (struct ast_var *v = p->ast->vars; v && !r->full; v = v->next)
    add_slots(&f, v);
  for (struct ast_port *v = p->ast->ports; v; v = v->next) {
    struct entity *e = scope_local(r, v->name, ENTITY_PORT);
    if (e)
      e->bad = v->bad;
  }
  if (p->ast->thread)
    thread_lower(&f);
  else
    process_lower(&f);
  if (!r->diag->errors && !r->full)
    flow_finish(&f);
  scope_release(r, mark);
  flow_free(&f);
}

static void lower_processes(struct resolver *r) {
  vec_each(&r->infos, p) {
    for (uint32_t i = 0; i < (*p)->count && !r->full; i++) {
      struct arena_mark mark = arena_mark(&r->scratch);
      lower_element(r, *p, i);
      arena_release(&r->scratch, mark);
    }
  }
}

/* --- warnings ------------------------------------------------------------- */

struct states {
  VEC(struct ast_state *) at;
};

static void warn_states(struct resolver *r, struct process_info *p) {
  struct states all = {0};
  VEC(uint32_t) todo = {0};
  for (struct ast_state *s = p->ast->states; s; s = s->next)
    vec_push(&all.at, s);
  if (all.at.len) {
    all.at.at[0]->entered = true;
    vec_push(&todo, 0);
  }
  while (todo.len) {
    const struct ast_state *s = all.at.at[vec_pop(&todo)];
    for (const struct ast_edge *e = s->edges; e; e = e->next) {
      const uint64_t *to = map_get(&p->states, state_key(r, e->target));
      if (!to || all.at.at[*to]->entered)
        continue;
      all.at.at[*to]->entered = true;
      vec_push(&todo, (uint32_t)*to);
    }
  }
  vec_each(&all.at, s) {
    if (!(*s)->entered)
      resolve_warning(r, (*s)->name, NULL, "state '%s' is never entered",
                      resolve_text(r, (*s)->name, (*s)->name));
  }
  vec_free(&todo);
  vec_free(&all.at);
}

static void warn(struct resolver *r) {
  vec_each(&r->infos, p) {
    if (!(*p)->twice)
      warn_states(r, *p);
    for (const struct ast_var *v = (*p)->ast->vars; v; v = v->next)
      if (!v->read && !v->bad)
        resolve_warning(r, v->name, NULL, "variable '%s' is never read",
                        resolve_name(r, v->name));
  }
  message_warnings(r);
}

/* --- the whole ------------------------------------------------------------ */

static void lower_all(struct resolver *r) {
  declare_names(r);
  evaluate_constants(r);
  choose_scheme(r);
  vec_each(&r->infos, p) {
    if (!r->full)
      add_elements(r, *p);
  }
  if (!r->infos.len && r->ast->complete)
    diag_error_hint(r->diag, (struct diag_at){.file = r->tokens->file},
                    "a model has at least one process or thread",
                    "no process in this file");
  declare_objects(r);
  lower_processes(r);
  for (struct ast_decl *d = r->ast->decls; d && !r->full; d = d->next)
    if (d->kind == AST_ALWAYS || d->kind == AST_NEVER)
      property_lower(r, d);
  if (r->ast->complete && !r->full)
    warn(r);
}

#define KEEP(r, field)                                                         \
  ((r)->model->field =                                                         \
       (r)->field.len ? arena_copy((r)->arena, (r)->field.at,                  \
                                   (r)->field.len * sizeof *(r)->field.at)     \
                      : NULL)

static void keep_all(struct resolver *r, const char *text, size_t len) {
  struct model *m = r->model;
  KEEP(r, processes), m->process_count = (uint32_t)r->processes.len;
  KEEP(r, objects), m->object_count = (uint32_t)r->objects.len;
  KEEP(r, messages), m->message_count = (uint32_t)r->messages.len;
  KEEP(r, exprs), m->expr_count = (uint32_t)r->exprs.len;
  KEEP(r, code), m->code_count = (uint32_t)r->code.len;
  KEEP(r, sources), m->source_count = (uint32_t)r->sources.len;
  KEEP(r, properties), m->property_count = (uint32_t)r->properties.len;
  KEEP(r, parameters), m->parameter_count = (uint32_t)r->parameters.len;
  m->file = arena_string(r->arena, r->tokens->file, strlen(r->tokens->file));
  for (uint32_t i = 0; i < m->object_count; i++)
    if (m->objects[i].kind == OBJECT_CHANNEL ||
        m->objects[i].kind == OBJECT_PORT)
      m->has_channels = true;
  m->digest = hash_pair(hash_bytes(text, len), m->scheme);
  for (uint32_t i = 0; i < m->parameter_count; i++)
    m->digest = hash_pair(m->digest, (uint64_t)m->parameters[i].value);
}

static void resolver_free(struct resolver *r) {
  vec_each(&r->infos, p) {
    map_free(&(*p)->states);
    map_free(&(*p)->members);
  }
  vec_free(&r->exprs);
  vec_free(&r->code);
  vec_free(&r->objects);
  vec_free(&r->messages);
  vec_free(&r->sources);
  vec_free(&r->processes);
  vec_free(&r->properties);
  vec_free(&r->parameters);
  vec_free(&r->infos);
  vec_free(&r->object_carriers);
  vec_free(&r->carriers);
  vec_free(&r->traffic);
  vec_free(&r->message_infos);
  vec_free(&r->local_names);
  map_free(&r->channels);
  map_free(&r->alphabets);
  map_free(&r->traffic_of);
  map_free(&r->source_of);
  map_free(&r->seen);
  arena_free(&r->scratch);
}

/* The model itself lives in the arena it owns. */
static struct model *resolve(struct tokens *tokens, struct ast *ast,
                             const struct lang_options *options,
                             const char *text, size_t len) {
  struct arena arena = {0};
  struct resolver r = {.tokens = tokens,
                       .ast = ast,
                       .options = options,
                       .diag = tokens->diag,
                       .arena = &arena};
  size_t names = tokens->names.at.len;
  r.model = arena_new(&arena, struct model);
  r.globals = arena_array(&r.scratch, struct entity *, names);
  r.locals = arena_array(&r.scratch, struct entity *, names);
  r.message_of = arena_array(&r.scratch, uint32_t, names);
  lower_all(&r);
  struct model *m = NULL;
  if (!tokens->diag->errors) {
    m = r.model;
    keep_all(&r, text, len);
    m->arena = arena;
  } else {
    arena_free(&arena);
  }
  resolver_free(&r);
  return m;
}

#define TEXT_MAX_LEN ((size_t)1 << 30)

struct model *lang_read(const char *file, const char *text, size_t len,
                        const struct lang_options *options, struct diag *diag) {
  static const struct lang_options none = {0};
  struct tokens tokens;
  struct ast ast;
  if (len > TEXT_MAX_LEN) {
    diag_error(diag, (struct diag_at){.file = file},
               "a model of more than 1 GB");
    return NULL;
  }
  /* Errors are counted from here, whatever the diag has seen before. */
  struct diag mine = {.sink = diag->sink, .user = diag->user};
  lex_text(&tokens, file, text, len, &mine);
  parse_text(&ast, &tokens);
  struct model *m =
      resolve(&tokens, &ast, options ? options : &none, text, len);
  ast_free(&ast);
  tokens_free(&tokens);
  diag->errors += mine.errors;
  diag->warnings += mine.warnings;
  return m;
}
