#include "lang/resolve.h"

void property_lower(struct resolver *r, const struct ast_decl *d) {
  if (!d->expr)
    return;
  if (d->kind == AST_FORMULA || temporal_is(d->expr)) {
    temporal_lower(r, d);
    return;
  }
  struct flow f = {.r = r, .mode = MODE_PROPERTY, .bound = NONE};
  expr_id e = value_lower(&f, d->expr);
  vec_free(&f.touched);
  if (e == NONE)
    return;
  struct property p = {.kind = d->kind == AST_ALWAYS ? PROPERTY_ALWAYS
                                                     : PROPERTY_NEVER,
                       .expr = e,
                       .text = resolve_text(r, d->token, d->last),
                       .place = resolve_place(r, d->token)};
  vec_push(&r->properties, p);
}

/* The stronger counts. */
static void make_fair(struct resolver *r, process_id first, uint32_t count,
                      bool strong) {
  enum fairness fair = strong ? FAIR_STRONG : FAIR_WEAK;
  for (process_id p = first; p < first + count && p < r->processes.len; p++)
    if (r->processes.at[p].fair < fair)
      r->processes.at[p].fair = fair;
}

void fair_lower(struct resolver *r, const struct ast_decl *d) {
  struct flow f = {.r = r, .mode = MODE_PROPERTY, .bound = NONE};
  if (!d->fair)
    make_fair(r, 0, (uint32_t)r->processes.len, d->strong);
  for (const struct ast_fair *a = d->fair; a; a = a->next) {
    struct entity *x = scope_process(r, a->ref.name, false);
    uint32_t element;
    if (!x || x->bad)
      continue;
    if (a->ref.member)
      resolve_error(r, a->ref.member, "fair P, fair node[1]",
                    "fairness is for processes and edges");
    else if (!a->ref.index)
      make_fair(r, x->process->first, x->process->count, d->strong);
    else if (peer_element(&f, &a->ref, x, &element))
      make_fair(r, x->process->first + element, 1, d->strong);
  }
  vec_free(&f.touched);
}
