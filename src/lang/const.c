#include "lang/resolve.h"

bool const_value(struct resolver *r, const struct ast_expr *e, const char *what,
                 int64_t *out) {
  struct flow f = {.r = r, .mode = MODE_CONST, .bound = NONE};
  size_t mark = r->exprs.len;
  unsigned dead = r->dead;
  unsigned errors = r->diag->errors;
  r->dead = 0; /* a constant is needed even where nothing runs */
  expr_id id = value_lower(&f, e);
  r->dead = dead;
  bool ok = expr_is_const(r, id, out);
  if (id != NONE && !ok && r->diag->errors == errors)
    resolve_error(r, e->token, NULL, "%s must be a constant", what);
  r->exprs.len = mark;
  return ok;
}

static bool fits_32(struct resolver *r, token_id at, int64_t value) {
  return (value >= INT32_MIN && value <= INT32_MAX) ||
         resolve_error(r, at, "numbers have 32 bits",
                       "%lld is too large a number", (long long)value);
}

bool const_range(struct resolver *r, const struct ast_expr *lo,
                 const struct ast_expr *hi, const char *what,
                 struct range *out) {
  int64_t a, b;
  bool ok = const_value(r, lo, what, &a) && fits_32(r, lo->token, a);
  ok = const_value(r, hi, what, &b) && fits_32(r, hi->token, b) && ok;
  if (!ok)
    return false;
  *out = (struct range){(int32_t)a, (int32_t)b};
  return a <= b ||
         resolve_error(r, lo->token, "a range is lowest..highest",
                       "empty range %lld..%lld", (long long)a, (long long)b);
}

bool const_type(struct resolver *r, const struct ast_type *t,
                struct range *out) {
  *out = RANGE_INT;
  if (!t)
    return true;
  if (t->lo)
    return const_range(r, t->lo, t->hi, "a bound of a range", out);
  uint32_t name = r->tokens->at.at[t->token].value;
  if (name == WORD_INT)
    return true;
  if (name == WORD_BOOL)
    return *out = (struct range){0, 1}, true;
  struct entity *e = scope_need(r, t->token);
  if (!e)
    return false;
  if (e->kind != ENTITY_ENUM)
    return resolve_error(r, t->token, "int, bool, an enum or lowest..highest",
                         "'%s' is %s, not a type", resolve_name(r, t->token),
                         entity_noun(e));
  *out = (struct range){0, (int32_t)e->value};
  return !e->bad;
}

bool const_entity(struct resolver *r, struct entity *e) {
  if (e->state == ENTITY_DONE)
    return !e->bad;
  if (e->state == ENTITY_BUSY || r->deep > CONSTANTS_DEEP) {
    e->bad = true;
    return resolve_error(r, e->token, NULL,
                         e->state == ENTITY_BUSY
                             ? "'%s' is defined by itself"
                             : "'%s' needs too many other constants",
                         resolve_name(r, e->token));
  }
  e->state = ENTITY_BUSY;
  r->deep++;
  if (e->var->bad || !e->var->init) {
    if (!e->var->bad)
      resolve_error(r, e->token, "write name = value", "'%s' has no value",
                    resolve_name(r, e->token));
    e->bad = true;
  } else {
    bool ok = const_value(r, e->var->init, "its value", &e->value) &&
              fits_32(r, e->token, e->value);
    if (!ok)
      e->bad = true;
  }
  r->deep--;
  e->state = ENTITY_DONE;
  return !e->bad;
}
