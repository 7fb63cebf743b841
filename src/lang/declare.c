/* What the file declares: names, constants, the scheme, and how many
 * elements each process has. */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "lang/resolve.h"

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

/* States have labels; a final state that no label names is one without
 * edges. */
static void declare_states(struct resolver *r, struct process_info *p) {
  struct ast_state **end = &p->ast->states;
  uint64_t id = 0;
  bool added;
  for (; *end; end = &(*end)->next, id++) {
    token_id name = (*end)->name;
    uint64_t *at = map_at(&p->states, state_key(r, name), &added);
    if (added)
      *at = id;
    else
      p->twice = !resolve_error(r, name, NULL, "state '%s' is there already",
                                resolve_text(r, name, name));
  }
  for (const struct ast_name *n = p->ast->finals; n; n = n->next) {
    uint64_t *at = map_at(&p->states, state_key(r, n->token), &added);
    if (!added)
      continue;
    *at = id++;
    *end = arena_new(&r->scratch, struct ast_state);
    (*end)->name = n->token;
    end = &(*end)->next;
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

void declare_names(struct resolver *r) {
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

/* --- parameters, constants, scheme ---------------------------------------- */

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

void declare_constants(struct resolver *r) {
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

void declare_scheme(struct resolver *r) {
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

void declare_elements(struct resolver *r, struct process_info *p) {
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
