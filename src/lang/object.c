/* What lives in a state: shared variables, locks, semaphores, channels and
 * ports as objects, variables of processes as slots. */
#include <string.h>

#include "lang/resolve.h"

/* The index of the element is a constant of its process. */
void declare_index(struct flow *f) {
  const struct ast_process *a = f->info->ast;
  if (!a->index)
    return;
  struct entity *e = scope_local(f->r, a->index, ENTITY_CONST);
  if (e) {
    e->state = ENTITY_DONE;
    e->value = f->info->lo + f->element;
  }
}

struct flow flow_of(struct resolver *r, struct process_info *p,
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
    struct flow f = flow_of(r, p, i);
    size_t mark = scope_mark(r);
    declare_index(&f);
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

void declare_objects(struct resolver *r) {
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

void declare_slots(struct flow *f, struct ast_var *v) {
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
