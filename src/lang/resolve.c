#include "lang/resolve.h"

#include <string.h>

#include "base/hash.h"
#include "base/text.h"

/* --- lowering ------------------------------------------------------------- */

static void lower_element(struct resolver *r, struct process_info *p,
                          uint32_t element) {
  struct flow f = flow_of(r, p, element);
  size_t mark = scope_mark(r);
  declare_index(&f);
  for (struct ast_var *v = p->ast->vars; v && !r->full; v = v->next)
    declare_slots(&f, v);
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
  }
  if (r->diag->errors)
    return; /* what was not understood may have read and sent the rest */
  vec_each(&r->infos, p) {
    for (const struct ast_var *v = (*p)->ast->vars; v; v = v->next)
      if (!v->read)
        resolve_warning(r, v->name, NULL, "variable '%s' is never read",
                        resolve_name(r, v->name));
  }
  message_warnings(r);
}

/* --- the whole ------------------------------------------------------------ */

static void lower_all(struct resolver *r) {
  declare_names(r);
  declare_constants(r);
  declare_scheme(r);
  vec_each(&r->infos, p) {
    if (!r->full)
      declare_elements(r, *p);
  }
  if (!r->infos.len && r->ast->complete)
    diag_error_hint(r->diag, (struct diag_at){.file = r->tokens->file},
                    "a model has at least one process or thread",
                    "no process in this file");
  declare_objects(r);
  lower_processes(r);
  for (struct ast_decl *d = r->ast->decls; d && !r->full; d = d->next)
    if (d->kind == AST_ALWAYS || d->kind == AST_NEVER || d->kind == AST_FORMULA)
      property_lower(r, d);
    else if (d->kind == AST_FAIR)
      fair_lower(r, d);
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
  KEEP(r, formulas), m->formula_count = (uint32_t)r->formulas.len;
  KEEP(r, temporals), m->temporal_count = (uint32_t)r->temporals.len;
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
  vec_free(&r->formulas);
  vec_free(&r->temporals);
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
  if (options && options->never_count) {
    diag_error_hint(diag, (struct diag_at){.file = file},
                    "write it into the model: 'never ...'",
                    "a claim from outside");
    return NULL;
  }
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
