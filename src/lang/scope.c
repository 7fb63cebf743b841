#include <string.h>

#include "base/hash.h"
#include "base/text.h"
#include "lang/resolve.h"

/* --- diagnostics ---------------------------------------------------------- */

static void report(struct resolver *r, enum diag_level level, token_id at,
                   const char *hint, const char *fmt, va_list args) {
  struct text msg = {0};
  text_vprintf(&msg, fmt, args);
  bool added;
  map_at(&r->seen, hash_pair(at, hash_bytes(text_str(&msg), msg.len)), &added);
  if (added && level == DIAG_ERROR)
    diag_error_hint(r->diag, token_at(r->tokens, at), hint, "%s",
                    text_str(&msg));
  else if (added)
    diag_warning(r->diag, token_at(r->tokens, at), hint, "%s", text_str(&msg));
  text_free(&msg);
}

bool resolve_error(struct resolver *r, token_id at, const char *hint,
                   const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  report(r, DIAG_ERROR, at, hint, fmt, args);
  va_end(args);
  return false;
}

void resolve_warning(struct resolver *r, token_id at, const char *hint,
                     const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  report(r, DIAG_WARNING, at, hint, fmt, args);
  va_end(args);
}

bool resolve_full(struct resolver *r, token_id at, const char *what,
                  unsigned limit) {
  if (!r->full)
    resolve_error(r, at, NULL, "the model is too large: more than %u %s", limit,
                  what);
  r->full = true;
  return false;
}

struct place resolve_place(const struct resolver *r, token_id at) {
  const struct token *t = &r->tokens->at.at[at];
  return (struct place){t->line, t->col};
}

const char *resolve_name(const struct resolver *r, token_id at) {
  return token_name(r->tokens, at);
}

const char *resolve_text(struct resolver *r, token_id first, token_id last) {
  struct text t = {0};
  token_text(r->tokens, first, last, &t);
  const char *s = arena_string(r->arena, text_str(&t), t.len);
  text_free(&t);
  return s;
}

/* --- names ---------------------------------------------------------------- */

static uint32_t name_of(const struct resolver *r, token_id at) {
  return r->tokens->at.at[at].value;
}

struct entity *scope_find(const struct resolver *r, token_id name) {
  struct entity *e = r->locals[name_of(r, name)];
  return e ? e : r->globals[name_of(r, name)];
}

/* A text of many errors is not worth many searches. */
enum { SUGGESTIONS_MAX = LIMITED(100), CANDIDATES_MAX = 5000 };

static bool suggesting(const struct resolver *r) {
  return r->suggestions < SUGGESTIONS_MAX;
}

const char *scope_suggest(struct resolver *r, token_id name,
                          const char *const *candidates, size_t count) {
  if (!suggesting(r))
    return NULL;
  r->suggestions++;
  const char *near = text_nearest(resolve_name(r, name), candidates, count);
  return near ? arena_printf(&r->scratch, "did you mean '%s'?", near) : NULL;
}

struct entity *scope_need(struct resolver *r, token_id name) {
  struct entity *e = scope_find(r, name);
  if (e)
    return e;
  VEC(const char *) near = {0};
  for (uint32_t n = 0; suggesting(r) && n < r->tokens->names.at.len; n++)
    if ((r->locals[n] || r->globals[n]) && near.len < CANDIDATES_MAX)
      vec_push(&near, r->tokens->names.at.at[n]);
  resolve_error(r, name, scope_suggest(r, name, near.at, near.len),
                "unknown name '%s'", resolve_name(r, name));
  vec_free(&near);
  return NULL;
}

struct entity *scope_process(struct resolver *r, token_id name, bool port) {
  struct entity *e = scope_find(r, name);
  const char *text = resolve_name(r, name);
  if (e && (e->kind == ENTITY_PROCESS || (port && e->kind == ENTITY_PORT)))
    return e;
  if (e) {
    resolve_error(r, name, NULL, "'%s' is %s, not a process%s", text,
                  entity_noun(e), port ? " or port" : "");
    return NULL;
  }
  VEC(const char *) near = {0};
  for (uint32_t n = 0; suggesting(r) && n < r->tokens->names.at.len; n++) {
    const struct entity *x = r->locals[n] ? r->locals[n] : r->globals[n];
    if (x && near.len < CANDIDATES_MAX &&
        (x->kind == ENTITY_PROCESS || (port && x->kind == ENTITY_PORT)))
      vec_push(&near, r->tokens->names.at.at[n]);
  }
  resolve_error(r, name, scope_suggest(r, name, near.at, near.len),
                "unknown process%s '%s'", port ? " or port" : "", text);
  vec_free(&near);
  return NULL;
}

static struct entity *declare(struct resolver *r, struct entity **table,
                              token_id name, enum entity_kind kind) {
  if (name_of(r, name) == WORD_ANY) {
    resolve_error(r, name, NULL, "'_' cannot be declared");
    return NULL;
  }
  const struct entity *old = scope_find(r, name);
  if (old) {
    resolve_error(r, name, NULL, "'%s' is already %s, declared in line %u",
                  resolve_name(r, name), entity_noun(old),
                  r->tokens->at.at[old->token].line);
    return NULL;
  }
  struct entity *e = arena_new(&r->scratch, struct entity);
  e->kind = kind;
  e->token = name;
  e->count = 1;
  table[name_of(r, name)] = e;
  return e;
}

struct entity *scope_global(struct resolver *r, token_id name,
                            enum entity_kind kind) {
  return declare(r, r->globals, name, kind);
}

struct entity *scope_local(struct resolver *r, token_id name,
                           enum entity_kind kind) {
  struct entity *e = declare(r, r->locals, name, kind);
  if (e)
    vec_push(&r->local_names, name_of(r, name));
  return e;
}

size_t scope_mark(const struct resolver *r) {
  return r->local_names.len;
}

void scope_release(struct resolver *r, size_t mark) {
  while (r->local_names.len > mark)
    r->locals[vec_pop(&r->local_names)] = NULL;
}

const char *entity_noun(const struct entity *e) {
  switch (e->kind) {
  case ENTITY_CONST:
    return "a constant";
  case ENTITY_ENUM:
    return "a type";
  case ENTITY_PROCESS:
    return e->process && e->process->ast->thread ? "a thread" : "a process";
  case ENTITY_SHARED:
    return "a shared variable";
  case ENTITY_LOCK:
    return "a lock";
  case ENTITY_SEM:
    return "a semaphore";
  case ENTITY_VAR:
    return "a variable";
  case ENTITY_PORT:
    return "a port";
  case ENTITY_SLOT:
  case ENTITY_BOUND:
    return "a name of a value";
  }
  return "a name";
}
