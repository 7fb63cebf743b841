#include <string.h>

#include "base/sound.h"
#include "lang/resolve.h"

/* --- targets -------------------------------------------------------------- */

bool target_index(struct flow *f, const struct ast_expr *e, int64_t lo,
                  uint32_t count, const char *name, uint32_t *fixed,
                  expr_id *index) {
  struct resolver *r = f->r;
  expr_id id = value_lower(f, e);
  int64_t value;
  *fixed = 0;
  *index = NONE;
  if (id == NONE)
    return false;
  if (!expr_is_const(r, id, &value)) {
    *index =
        lo ? expr_binary(r, EXPR_SUB, id, expr_const(r, lo, e->token), e->token)
           : id;
    return *index != NONE;
  }
  if (value < lo || value >= lo + (int64_t)count) {
    if (!r->dead)
      resolve_error(r, e->token, NULL, "index %lld is outside %s[%lld..%lld]",
                    (long long)value, name, (long long)lo,
                    (long long)(lo + count) - 1);
    return false;
  }
  *fixed = (uint32_t)(value - lo);
  return true;
}

static object_id *new_table(struct flow *f, uint64_t count, struct edge *e) {
  EXPECTS(count > 0);
  struct resolver *r = f->r;
  r->tables += count;
  if (r->tables > TABLES_MAX) {
    resolve_full(r, f->info->ast->name, "candidates of computed targets",
                 TABLES_MAX);
    return NULL;
  }
  object_id *table = arena_array(r->arena, object_id, count);
  e->table = table;
  e->count = (uint32_t)count;
  return table;
}

void target_cells(struct flow *f, object_id first, uint32_t count,
                  struct edge *e) {
  EXPECTS(count > 0);
  object_id *table = f->r->dead ? NULL : new_table(f, count, e);
  for (uint32_t i = 0; table && i < count; i++)
    table[i] = first + i;
}

bool target_object(struct flow *f, const struct ast_ref *ref,
                   enum entity_kind kind, struct edge *e) {
  struct resolver *r = f->r;
  struct entity *x = scope_need(r, ref->name);
  const char *name = resolve_name(r, ref->name);
  if (!x || x->bad)
    return false;
  if (x->kind != kind)
    return resolve_error(r, ref->name, NULL, "'%s' is %s, not %s", name,
                         entity_noun(x),
                         kind == ENTITY_LOCK ? "a lock" : "a semaphore");
  if (ref->member)
    return resolve_error(r, ref->member, NULL, "'%s' has no members", name);
  if (x->array != (ref->index != NULL))
    return resolve_error(r, ref->name, NULL,
                         x->array ? "'%s' is an array" : "'%s' is no array",
                         name);
  uint32_t fixed = 0;
  expr_id index = NONE;
  if (ref->index &&
      !target_index(f, ref->index, 0, x->count, name, &fixed, &index))
    return false;
  target_cells(f, x->first + fixed, index == NONE ? 1 : x->count, e);
  e->index = index;
  return true;
}

/* Which element of an array, and which port of an array of ports: each is
 * fixed or computed. */
struct choice {
  uint32_t fixed, count;
  expr_id index;
};

static bool choose(struct flow *f, token_id name, const struct ast_expr *index,
                   bool array, int64_t lo, uint32_t count, struct choice *c) {
  struct resolver *r = f->r;
  const char *text = resolve_name(r, name);
  *c = (struct choice){0, count, NONE};
  if (array != (index != NULL))
    return resolve_error(
        r, name, NULL,
        array ? "'%s' is an array: which one?" : "'%s' is no array", text);
  return !index ||
         target_index(f, index, lo, count, text, &c->fixed, &c->index);
}

/* 0 <= index < count */
static expr_id inside(struct resolver *r, expr_id index, uint32_t count,
                      token_id at) {
  return expr_binary(
      r, EXPR_AND, expr_binary(r, EXPR_LE, expr_const(r, 0, at), index, at),
      expr_binary(r, EXPR_LT, index, expr_const(r, count, at), at), at);
}

/* One index for two computed choices; -1 when one of them is outside, so
 * that it cannot be mistaken for another pair. */
static expr_id joined(struct resolver *r, const struct choice *a,
                      const struct choice *b, token_id at) {
  if (a->index == NONE || b->index == NONE)
    return a->index == NONE ? b->index : a->index;
  expr_id ok = expr_binary(r, EXPR_AND, inside(r, a->index, a->count, at),
                           inside(r, b->index, b->count, at), at);
  expr_id flat = expr_binary(
      r, EXPR_ADD,
      expr_binary(r, EXPR_MUL, a->index, expr_const(r, b->count, at), at),
      b->index, at);
  expr_id none = expr_const(r, -1, at);
  if (ok == NONE || flat == NONE || none == NONE)
    return NONE;
  return expr_push(r, (struct expr){.op = EXPR_COND,
                                    .a = ok,
                                    .b = flat,
                                    .c = none,
                                    .place = resolve_place(r, at)});
}

static bool port_table(struct flow *f, const struct process_info *p,
                       uint32_t port, const struct choice *element,
                       const struct choice *member, token_id at,
                       struct edge *e) {
  uint32_t first = element->index == NONE ? element->fixed : 0;
  uint32_t elements = element->index == NONE ? 1 : element->count;
  uint32_t start = member->index == NONE ? member->fixed : 0;
  uint32_t members = member->index == NONE ? 1 : member->count;
  object_id *table = new_table(f, (uint64_t)elements * members, e);
  if (!table)
    return false;
  for (uint32_t i = 0; i < elements; i++) {
    const struct cells *c = &p->ports[(first + i) * p->ast->port_count + port];
    for (uint32_t k = 0; k < members; k++)
      table[i * members + k] =
          start + k < c->count ? c->first + start + k : NONE;
  }
  e->index = joined(f->r, element, member, at);
  return true;
}

/* node[i].in, or in of the process itself */
static bool target_port(struct flow *f, const struct ast_ref *ref,
                        const struct process_info *p, struct edge *e) {
  struct resolver *r = f->r;
  struct choice element = {f->element, 1, NONE}, member;
  bool own = !ref->member;
  token_id name = own ? ref->name : ref->member;
  const uint64_t *m = map_get(&p->members, r->tokens->at.at[name].value);
  if (!m || !(*m & 1)) {
    VEC(const char *) near = {0};
    for (const struct ast_port *x = p->ast->ports; x && near.len < 1000;
         x = x->next)
      vec_push(&near, resolve_name(r, x->name));
    resolve_error(r, name, scope_suggest(r, name, near.at, near.len),
                  "%s '%s' has no port '%s'",
                  p->ast->thread ? "thread" : "process",
                  resolve_name(r, p->ast->name), resolve_name(r, name));
    vec_free(&near);
    return false;
  }
  if (!own && !choose(f, ref->name, ref->index, p->ast->index, p->lo, p->count,
                      &element))
    return false;
  const struct cells *c =
      &p->ports[element.fixed * p->ast->port_count + *m / 2];
  if (!c->count) /* its declaration has errors */
    return false;
  return choose(f, name, own ? ref->index : ref->member_index, c->array, c->lo,
                c->count, &member) &&
         port_table(f, p, (uint32_t)(*m / 2), &element, &member, name, e);
}

static object_id channel_between(const struct resolver *r, process_id from,
                                 process_id to) {
  const uint64_t *o = map_get(&r->channels, (uint64_t)from << 32 | to);
  return o ? (object_id)*o : NONE;
}

static bool target_channel(struct flow *f, const struct ast_action *a,
                           const struct process_info *p, struct edge *e) {
  struct resolver *r = f->r;
  const struct ast_ref *ref = &a->to;
  struct choice c;
  if (f->info->ast->thread)
    return resolve_error(r, ref->name, "send to a port: thread.port!message",
                         "channels are for processes");
  if (p->ast->thread)
    return resolve_error(r, ref->name, "send to a port: thread.port!message",
                         "'%s' is a thread and has no channels",
                         resolve_name(r, ref->name));
  if (!choose(f, ref->name, ref->index, p->ast->index, p->lo, p->count, &c))
    return false;
  uint32_t first = c.index == NONE ? c.fixed : 0;
  uint32_t count = c.index == NONE ? 1 : c.count;
  object_id *table = new_table(f, count, e);
  if (!table)
    return false;
  bool any = false;
  for (uint32_t i = 0; i < count; i++) {
    process_id other = p->first + first + i;
    table[i] = a->send ? channel_between(r, f->process, other)
                       : channel_between(r, other, f->process);
    any = any || table[i] != NONE;
  }
  e->index = c.index;
  if (any || r->dead || r->channels_bad)
    return any;
  const char *self = r->processes.at[f->process].name;
  const char *other = c.index == NONE ? r->processes.at[p->first + first].name
                                      : resolve_name(r, p->ast->name);
  return resolve_error(r, ref->name, "declare it: 'channel P -> Q [capacity]'",
                       "no channel from %s to %s", a->send ? self : other,
                       a->send ? other : self);
}

static bool target_action(struct flow *f, const struct ast_action *a,
                          struct edge *e) {
  struct resolver *r = f->r;
  const struct ast_ref *ref = &a->to;
  struct entity *x = scope_process(r, ref->name, !ref->member);
  if (!x)
    return false;
  if (x->bad || (x->kind == ENTITY_PROCESS && !x->process->count))
    return false; /* its declaration has errors */
  if (x->kind == ENTITY_PORT) {
    if (ref->member)
      return resolve_error(r, ref->member, NULL, "'%s' is a port",
                           resolve_name(r, ref->name));
    return target_port(f, ref, f->info, e);
  }
  if (!ref->member)
    return target_channel(f, a, x->process, e);
  if (!a->send)
    return resolve_error(r, ref->name, "a process receives from its own port",
                         "only its owner receives from a port");
  return target_port(f, ref, x->process, e);
}

/* --- messages ------------------------------------------------------------- */

static bool lower_args(struct flow *f, const struct ast_action *a,
                       struct edge *e) {
  struct resolver *r = f->r;
  const struct message m = r->messages.at[e->message];
  expr_id *args = arena_array(r->arena, expr_id, a->arg_count);
  uint32_t n = 0;
  bool ok = true;
  for (const struct ast_expr *x = a->args; x; x = x->next, n++) {
    int64_t value;
    struct range range = m.payload[n];
    args[n] = value_lower(f, x);
    ok = ok && args[n] != NONE;
    if (expr_is_const(r, args[n], &value) && !r->dead &&
        (value < range.lo || value > range.hi))
      ok = resolve_error(r, x->token, NULL,
                         "value %lld is outside %d..%d of message '%s'",
                         (long long)value, range.lo, range.hi, m.name);
  }
  e->args = args;
  e->arg_count = a->arg_count;
  return ok;
}

bool action_lower(struct flow *f, const struct ast_action *a, struct edge *e) {
  struct resolver *r = f->r;
  e->action = a->send ? ACT_SEND : ACT_RECEIVE;
  bool ok = target_action(f, a, e);
  e->message = message_use(r, a->message, a->arg_count);
  if (e->message == NONE) {
    for (const struct ast_expr *x = a->args; x; x = x->next)
      value_lower(f, x); /* for its errors */
    return false;
  }
  for (uint32_t i = 0; ok && i < e->count; i++)
    if (e->table[i] != NONE)
      ok = message_carry(r, e->table[i], e->message, a->message, a->send);
  return (!a->send || lower_args(f, a, e)) && ok;
}

void action_names(struct flow *f, const struct ast_action *a,
                  enum entity_kind kind) {
  struct resolver *r = f->r;
  uint32_t n = 0;
  if (a->send)
    return;
  message_id m = message_use(r, a->message, a->arg_count);
  for (const struct ast_name *x = a->names; x; x = x->next, n++) {
    if (r->tokens->at.at[x->token].value == WORD_ANY)
      continue;
    const struct entity *old = scope_find(r, x->token);
    if (old) {
      resolve_error(r, x->token,
                    old->kind == ENTITY_VAR
                        ? "receive into a new name and assign it in { }"
                        : "receive into a new name",
                    "'%s' is already %s", resolve_name(r, x->token),
                    entity_noun(old));
      continue;
    }
    struct entity *e = scope_local(r, x->token, kind);
    if (!e)
      continue;
    e->first = n;
    e->range = m == NONE ? RANGE_INT : r->messages.at[m].payload[n];
    if (kind != ENTITY_SLOT)
      continue;
    e->first = flow_take(f, e->range, x->token);
    flow_set(f, e->first,
             expr_push(r, (struct expr){.op = EXPR_BOUND,
                                        .a = n,
                                        .place = resolve_place(r, x->token)}),
             x->token);
  }
}

/* --- guards --------------------------------------------------------------- */

static bool add_conjuncts(struct flow *f, const struct ast_expr *e,
                          struct edge *edge) {
  struct resolver *r = f->r;
  if (e->kind == AST_BINARY && e->op == TOKEN_AND) {
    bool left = add_conjuncts(f, e->a, edge);
    return add_conjuncts(f, e->b, edge) && left;
  }
  expr_id *to = value_bound(r, e) ? &edge->fits : &edge->guard;
  expr_id value = value_lower(f, e);
  if (value == NONE)
    return false;
  *to = *to == NONE ? value : expr_binary(r, EXPR_AND, *to, value, e->token);
  return *to != NONE;
}

bool action_guards(struct flow *f, const struct ast_expr *a,
                   const struct ast_expr *b, struct edge *e) {
  bool ok = !a || add_conjuncts(f, a, e);
  ok = (!b || add_conjuncts(f, b, e)) && ok;
  int64_t known;
  if (expr_is_const(f->r, e->guard, &known) && known)
    e->guard = NONE;
  return ok;
}
