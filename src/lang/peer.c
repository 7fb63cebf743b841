/* What only properties see: other processes, their states, lengths. */
#include "lang/resolve.h"

bool peer_element(struct flow *f, const struct ast_ref *ref,
                  const struct entity *x, uint32_t *element) {
  struct resolver *r = f->r;
  const struct process_info *p = x->process;
  if (x->bad || p->count == 0)
    return false;
  if (!value_index_used(r, ref, p->ast->index))
    return false;
  *element = 0;
  expr_id index = NONE;
  if (ref->index && !target_index(f, ref->index, p->lo, p->count,
                                  resolve_name(r, ref->name), element, &index))
    return false;
  if (index != NONE)
    return resolve_error(r, ref->name, NULL,
                         "the index of a process must be a constant here");
  return true;
}

/* A port or variable of a process, by name: 2 * number (+ 1). */
static const uint64_t *
find_member(struct resolver *r, const struct process_info *p, token_id member) {
  const uint64_t *m = map_get(&p->members, r->tokens->at.at[member].value);
  if (m)
    return m;
  VEC(const char *) near = {0};
  for (const struct ast_var *v = p->ast->vars; v && near.len < 1000;
       v = v->next)
    vec_push(&near, resolve_name(r, v->name));
  for (const struct ast_port *v = p->ast->ports; v && near.len < 2000;
       v = v->next)
    vec_push(&near, resolve_name(r, v->name));
  resolve_error(r, member, scope_suggest(r, member, near.at, near.len),
                "'%s' has no '%s'", resolve_name(r, p->ast->name),
                resolve_name(r, member));
  vec_free(&near);
  return NULL;
}

static struct ast_var *var_number(const struct process_info *p, uint64_t n) {
  struct ast_var *v = p->ast->vars;
  while (n--)
    v = v->next;
  return v;
}

/* node[1].max */
expr_id peer_value(struct flow *f, const struct ast_ref *ref) {
  struct resolver *r = f->r;
  uint32_t element, fixed = 0;
  expr_id index = NONE;
  struct entity *x = scope_process(r, ref->name, false);
  if (!x || !peer_element(f, ref, x, &element))
    return NONE;
  const uint64_t *m = find_member(r, x->process, ref->member);
  if (!m)
    return NONE;
  if (*m & 1) {
    resolve_error(r, ref->member, "len(process.port) is its length",
                  "'%s' is a port", resolve_name(r, ref->member));
    return NONE;
  }
  const struct process_info *p = x->process;
  const struct cells *c = &p->vars[element * p->ast->var_count + *m / 2];
  var_number(p, *m / 2)->read = true;
  struct ast_ref as_var = {.name = ref->member, .index = ref->member_index};
  if (!value_index_used(r, &as_var, c->array))
    return NONE;
  if (ref->member_index &&
      !target_index(f, ref->member_index, 0, c->count,
                    resolve_name(r, ref->member), &fixed, &index))
    return NONE;
  return expr_push(r,
                   (struct expr){.op = index == NONE ? EXPR_PEER : EXPR_PEER_AT,
                                 .a = p->first + element,
                                 .b = c->first + fixed,
                                 .c = index == NONE ? 0 : index,
                                 .value = c->count,
                                 .place = resolve_place(r, ref->name)});
}

static bool properties_only(struct flow *f, const struct ast_expr *e) {
  return f->mode == MODE_PROPERTY ||
         resolve_error(f->r, e->token, NULL,
                       "this can stand only in 'always' and 'never'");
}

expr_id peer_at(struct flow *f, const struct ast_expr *e) {
  struct resolver *r = f->r;
  uint32_t element;
  struct entity *x;
  if (!properties_only(f, e) || !(x = scope_process(r, e->ref.name, false)) ||
      !peer_element(f, &e->ref, x, &element))
    return NONE;
  if (x->process->ast->thread) {
    resolve_error(r, e->ref.name, "use a variable, or ended(thread)",
                  "'%s' is a thread and has no states",
                  resolve_name(r, e->ref.name));
    return NONE;
  }
  uint64_t *state = map_get(&x->process->states, state_key(r, e->state));
  if (!state) {
    VEC(const char *) near = {0};
    const struct ast_state *s = x->process->ast->states;
    for (; s && near.len < 1000; s = s->next)
      if (r->tokens->at.at[s->name].kind == TOKEN_NAME)
        vec_push(&near, resolve_name(r, s->name));
    bool named = r->tokens->at.at[e->state].kind == TOKEN_NAME;
    resolve_error(r, e->state,
                  named ? scope_suggest(r, e->state, near.at, near.len) : NULL,
                  "'%s' has no state '%s'", resolve_name(r, e->ref.name),
                  resolve_text(r, e->state, e->state));
    vec_free(&near);
    return NONE;
  }
  return expr_push(r, (struct expr){.op = EXPR_AT,
                                    .a = x->process->first + element,
                                    .b = (uint32_t)*state,
                                    .place = resolve_place(r, e->token)});
}

expr_id peer_ended(struct flow *f, const struct ast_expr *e) {
  struct entity *x;
  uint32_t element;
  if (!properties_only(f, e) ||
      !(x = scope_process(f->r, e->ref.name, false)) ||
      !peer_element(f, &e->ref, x, &element))
    return NONE;
  return expr_push(f->r, (struct expr){.op = EXPR_ENDED,
                                       .a = x->process->first + element,
                                       .place = resolve_place(f->r, e->token)});
}

static object_id len_channel(struct flow *f, const struct ast_expr *e) {
  struct resolver *r = f->r;
  uint32_t from, to;
  struct entity *a = scope_process(r, e->ref.name, false);
  struct entity *b = scope_process(r, e->ref2->name, false);
  if (!a || !b || !peer_element(f, &e->ref, a, &from) ||
      !peer_element(f, e->ref2, b, &to))
    return NONE;
  uint64_t key =
      (uint64_t)(a->process->first + from) << 32 | (b->process->first + to);
  uint64_t *object = map_get(&r->channels, key);
  if (object)
    return (object_id)*object;
  resolve_error(r, e->token, NULL, "no channel from %s to %s",
                resolve_name(r, e->ref.name), resolve_name(r, e->ref2->name));
  return NONE;
}

static object_id len_port(struct flow *f, const struct ast_expr *e) {
  struct resolver *r = f->r;
  uint32_t element, fixed = 0;
  expr_id index = NONE;
  if (!e->ref.member) {
    resolve_error(r, e->token, NULL,
                  "len takes a channel 'P -> Q' or a port 'P.port'");
    return NONE;
  }
  struct entity *x = scope_process(r, e->ref.name, false);
  if (!x || !peer_element(f, &e->ref, x, &element))
    return NONE;
  const struct process_info *p = x->process;
  const uint64_t *m = find_member(r, p, e->ref.member);
  if (!m)
    return NONE;
  if (!(*m & 1)) {
    resolve_error(r, e->ref.member, NULL, "'%s' is no port",
                  resolve_name(r, e->ref.member));
    return NONE;
  }
  const struct cells *c = &p->ports[element * p->ast->port_count + *m / 2];
  struct ast_ref as_var = {.name = e->ref.member, .index = e->ref.member_index};
  if (!c->count || !value_index_used(r, &as_var, c->array))
    return NONE;
  if (e->ref.member_index &&
      !target_index(f, e->ref.member_index, c->lo, c->count,
                    resolve_name(r, e->ref.member), &fixed, &index))
    return NONE;
  if (index != NONE) {
    resolve_error(r, e->token, NULL, "the index must be a constant here");
    return NONE;
  }
  return c->first + fixed;
}

expr_id peer_length(struct flow *f, const struct ast_expr *e) {
  if (!properties_only(f, e))
    return NONE;
  object_id object = e->ref2 ? len_channel(f, e) : len_port(f, e);
  if (object == NONE)
    return NONE;
  return expr_push(f->r, (struct expr){.op = EXPR_LENGTH,
                                       .a = object,
                                       .place = resolve_place(f->r, e->token)});
}
