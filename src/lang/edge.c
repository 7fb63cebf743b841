#include <string.h>

#include "lang/resolve.h"

uint64_t state_key(const struct resolver *r, token_id state) {
  const struct token *t = &r->tokens->at.at[state];
  return (uint64_t)(t->kind == TOKEN_NUMBER) << 32 | t->value;
}

static const char *state_name(struct resolver *r, token_id state) {
  return resolve_text(r, state, state);
}

static bool find_state(struct flow *f, token_id state, location_id *out) {
  struct resolver *r = f->r;
  const uint64_t *id = map_get(&f->info->states, state_key(r, state));
  if (id) {
    *out = (location_id)*id;
    return true;
  }
  VEC(const char *) near = {0};
  for (const struct ast_state *s = f->info->ast->states; s && near.len < 1000;
       s = s->next)
    if (r->tokens->at.at[s->name].kind == TOKEN_NAME)
      vec_push(&near, resolve_name(r, s->name));
  bool named = r->tokens->at.at[state].kind == TOKEN_NAME;
  resolve_error(r, state,
                named ? scope_suggest(r, state, near.at, near.len) : NULL,
                "unknown state '%s' of process '%s'", state_name(r, state),
                resolve_name(r, f->info->ast->name));
  vec_free(&near);
  return false;
}

static bool is_progress(const struct flow *f, token_id state) {
  const struct ast_name *n = f->info->ast->progress;
  while (n && state_key(f->r, n->token) != state_key(f->r, state))
    n = n->next;
  return n != NULL;
}

static void lower_edge(struct flow *f, const struct ast_state *state,
                       const struct ast_edge *a) {
  struct resolver *r = f->r;
  struct edge e = flow_edge(f, ACT_NONE);
  location_id to;
  bool ok = find_state(f, a->target, &to);
  size_t mark = scope_mark(r);
  if (a->action)
    action_names(f, a->action, ENTITY_BOUND);
  ok = action_guards(f, a->guard, a->guard2, &e) && ok;
  /* An edge whose guard is false in this element may name what does not
   * exist here ("when i < N-1 node[i+1]!m"): then it is left out. */
  int64_t known;
  bool dead = ok && expr_is_const(r, e.guard, &known) && !known;
  r->dead += dead;
  unsigned errors = r->diag->errors;
  if (a->action)
    ok = action_lower(f, a->action, &e) && ok;
  statements_lower(f, a->body);
  r->dead -= dead;
  scope_release(r, mark);
  if (ok && r->diag->errors == errors) {
    if (is_progress(f, a->target))
      flow_emit(f, (struct code){.op = CODE_PROGRESS,
                                 .index = NONE,
                                 .value = NONE,
                                 .place = resolve_place(r, a->target)});
    e.fair = a->fair;
    flow_emit(f, (struct code){.op = CODE_STOP,
                               .index = NONE,
                               .value = NONE,
                               .to = to,
                               .place = resolve_place(r, a->target)});
    e.source =
        flow_source(f, a->first, 0, state->text, "", a->first, a->target);
    flow_add(f, e, a->first);
  }
}

static void mark_finals(struct flow *f) {
  for (const struct ast_name *n = f->info->ast->finals; n; n = n->next) {
    location_id l;
    if (find_state(f, n->token, &l) && l < f->locations.len)
      f->locations.at[l].final = true;
  }
}

/* Only for their errors: edges have looked already. */
static void check_progress(struct flow *f) {
  location_id l;
  for (const struct ast_name *n = f->info->ast->progress; n; n = n->next)
    find_state(f, n->token, &l);
}

void process_lower(struct flow *f) {
  struct resolver *r = f->r;
  f->mode = MODE_LOCAL;
  flow_emit(f, (struct code){.op = CODE_STOP, .index = NONE, .value = NONE});
  for (struct ast_state *s = f->info->ast->states; s && !r->full; s = s->next) {
    if (!s->text)
      s->text = state_name(r, s->name);
    struct location l = {.name = s->text,
                         .first_edge = (edge_id)f->edges.len,
                         .place = resolve_place(r, s->name)};
    vec_push(&f->locations, l);
    for (const struct ast_edge *e = s->edges; e && !r->full; e = e->next)
      lower_edge(f, s, e);
  }
  mark_finals(f);
  check_progress(f);
}
