#include "lang/resolve.h"

void property_lower(struct resolver *r, const struct ast_decl *d) {
  if (!d->expr)
    return;
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
