#include "promela/parse.h"

#include <string.h>

#include "promela/read.h"

/* --- words ---------------------------------------------------------------- */

static bool scope_is_open(const struct pml_parser *p, uint32_t scope) {
  for (size_t i = 0; i < p->scopes.len; i++)
    if (p->scopes.at[i] == scope)
      return true;
  return false;
}

void pml_fail(struct pml_parser *p, const struct pml_word *w, const char *fmt, ...) {
  va_list args;
  struct text msg = {0};
  va_start(args, fmt);
  text_vprintf(&msg, fmt, args);
  va_end(args);
  const char *file = w->file < p->words.files.len
                         ? p->words.files.at[w->file]
                         : p->program->file;
  diag_error(p->diag, (struct diag_at){file, w->place.line, w->place.col, 1},
             "%s", text_str(&msg));
  text_free(&msg);
  p->errors++;
  longjmp(*p->bail, 1);
}

void pml_unknown(struct pml_parser *p, const struct pml_word *name) {
  vec_each(&p->unknown, n) if (!strcmp(*n, name->text)) longjmp(*p->bail, 1);
  pml_push(p, &p->unknown, name->text);
  pml_fail(p, name, "unknown name '%s'", name->text);
}

/* Names of a declaration that could not be read are no further errors. */
static void forgive_names(struct pml_parser *p, size_t begin) {
  size_t end = p->at;
  p->at = begin;
  bool declares = pml_at_declaration(p);
  for (; declares && p->at <= end && pml_peek(p) != T_END; p->at++)
    if (pml_peek(p) == T_NAME)
      pml_push(p, &p->unknown, pml_word(p)->text);
  p->at = end;
}

bool pml_guarded(struct pml_parser *p, void (*read)(struct pml_parser *),
                 void (*skip)(struct pml_parser *, size_t begin)) {
  const struct pml_parser before = *p;
  jmp_buf here;
  p->bail = &here;
  if (!setjmp(here)) {
    read(p);
    p->bail = before.bail;
    return true;
  }
  p->bail = before.bail;
  p->nesting = before.nesting;
  p->scopes.len = before.scopes.len;
  p->loops.len = before.loops.len;
  p->proc = before.proc;
  p->seq = before.seq;
  p->failed = true;
  forgive_names(p, before.at);
  while (p->names.len && vec_last(&p->names)->local &&
         !scope_is_open(p, vec_last(&p->names)->scope))
    p->names.len--;
  if (p->errors >= ERRORS_MAX)
    p->at = p->words.at.len - 1;
  else
    skip(p, before.at);
  return false;
}

void *tree_grow(struct arena *a, const void *at, size_t *cap, size_t size) {
  size_t more = *cap ? *cap * 2 : 4;
  void *bigger = arena_alloc(a, more * size, _Alignof(max_align_t));
  if (*cap)
    memcpy(bigger, at, *cap * size);
  *cap = more;
  return bigger;
}

bool pml_accept(struct pml_parser *p, enum pml_token t) {
  if (pml_peek(p) != t)
    return false;
  p->at++;
  return true;
}

struct pml_word pml_expect(struct pml_parser *p, enum pml_token t) {
  struct pml_word w = *pml_word(p);
  if (w.kind != t)
    pml_fail(p, &w, "expected '%s', found '%s'", pml_token_name(t),
               w.kind == T_END ? pml_token_name(T_END) : w.text);
  p->at++;
  return w;
}

void pml_enter(struct pml_parser *p) {
  if (++p->nesting > NESTING_MAX)
    pml_fail(p, pml_word(p), "this is nested too deeply");
}

void pml_leave(struct pml_parser *p) {
  p->nesting--;
}

static bool apart(const struct pml_word *a, const struct pml_word *b) {
  bool word = (a->kind < T_SEMI) && (b->kind < T_SEMI) && a->kind != T_STRING;
  return word || b->kind == T_AND || a->kind == T_AND || b->kind == T_OR ||
         a->kind == T_OR || b->kind == T_ASSIGN || a->kind == T_ASSIGN ||
         (b->kind >= T_EQ && b->kind <= T_GT) ||
         (a->kind >= T_EQ && a->kind <= T_GT) || a->kind == T_ARROW ||
         b->kind == T_ARROW;
}

const char *pml_text(const struct pml_parser *p, size_t from) {
  struct text t = {0};
  for (size_t i = from; i < p->at; i++) {
    const struct pml_word *w = &p->words.at.at[i];
    if (i > from && apart(w - 1, w))
      text_char(&t, ' ');
    text_add(&t, w->text);
  }
  const char *s = arena_string(p->arena, text_str(&t), t.len);
  text_free(&t);
  return s;
}

/* --- names ---------------------------------------------------------------- */

void pml_scope_open(struct pml_parser *p) {
  uint32_t number = ++p->scope_count;
  pml_push(p, &p->scopes, number);
}

void pml_scope_close(struct pml_parser *p) {
  uint32_t scope = vec_pop(&p->scopes);
  while (p->names.len && vec_last(&p->names)->local &&
         vec_last(&p->names)->scope == scope)
    p->names.len--;
}

const struct name *pml_name_find(const struct pml_parser *p, const char *name) {
  for (size_t i = p->names.len; i-- > 0;)
    if (!strcmp(p->names.at[i].name, name))
      return &p->names.at[i];
  return NULL;
}

bool pml_mtype_find(const struct pml_parser *p, const char *name, int32_t *value) {
  for (size_t i = 0; i < p->mtypes.len; i++)
    if (!strcmp(p->mtypes.at[i].name, name)) {
      *value = p->mtypes.at[i].value;
      return true;
    }
  return false;
}

struct inline_def *pml_inline_find(struct pml_parser *p, const char *name) {
  vec_each(&p->inlines, d) if (!strcmp(d->name, name)) return d;
  return NULL;
}

const struct pproc *pml_proc_find(const struct pml_parser *p, const char *name) {
  for (size_t i = 0; i < p->program->procs.len; i++)
    if (!strcmp(p->program->procs.at[i]->name, name))
      return p->program->procs.at[i];
  return NULL;
}

const struct pstruct *pml_record_find(const struct pml_parser *p, const char *name) {
  for (size_t i = 0; i < p->records.len; i++)
    if (!strcmp(p->records.at[i]->name, name))
      return p->records.at[i];
  return NULL;
}

/* --- units ---------------------------------------------------------------- */

static struct pproc *new_proc(struct pml_parser *p, const char *name,
                              const struct pml_word *w) {
  if (pml_proc_find(p, name))
    pml_fail(p, w, "'%s' is declared twice", name);
  struct pproc *proc = arena_new(p->arena, struct pproc);
  proc->name = name;
  proc->place = w->place;
  proc->number = (uint32_t)p->program->procs.len;
  if (proc->number >= 255)
    pml_fail(p, w, "more than 255 proctypes");
  pml_push(p, &p->program->procs, proc);
  p->proc = proc;
  return proc;
}

static void refuse_priority(struct pml_parser *p) {
  if (pml_peek(p) == T_PRIORITY)
    pml_fail(p, pml_word(p), "priorities are not read");
}

static uint32_t pml_active(struct pml_parser *p) {
  if (!pml_accept(p, T_ACTIVE))
    return 0;
  if (!pml_accept(p, T_OPEN_BRACKET))
    return 1;
  struct pml_word w = *pml_word(p);
  int32_t n;
  const struct name *v = w.kind == T_NAME ? pml_name_find(p, w.text) : NULL;
  if (v)
    pml_fail(p, &w, "expected a constant number of processes");
  n = pml_const(p);
  if (n < 0 || n > 255)
    pml_fail(p, &w, "0 to 255 processes can be active");
  pml_expect(p, T_CLOSE_BRACKET);
  return (uint32_t)n;
}

static void pml_proctype(struct pml_parser *p) {
  uint32_t active = pml_active(p);
  if (!pml_accept(p, T_D_PROCTYPE))
    pml_expect(p, T_PROCTYPE);
  struct pml_word name = pml_expect(p, T_NAME);
  struct pproc *proc = new_proc(p, name.text, &name);
  proc->active = active;
  pml_scope_open(p);
  pml_expect(p, T_OPEN);
  pml_params(p);
  pml_expect(p, T_CLOSE);
  while (pml_accept(p, T_SEMI))
    ;
  refuse_priority(p);
  if (pml_accept(p, T_PROVIDED)) {
    pml_expect(p, T_OPEN);
    proc->provided = pml_expr(p);
    pml_expect(p, T_CLOSE);
  }
  while (pml_accept(p, T_SEMI))
    ;
  proc->body = pml_body(p);
  pml_scope_close(p);
  p->proc = NULL;
}

static void pml_init(struct pml_parser *p) {
  struct pml_word w = pml_expect(p, T_INIT);
  struct pproc *proc = new_proc(p, "init", &w);
  proc->active = 1;
  proc->is_init = true;
  refuse_priority(p);
  proc->body = pml_body(p);
  p->proc = NULL;
}

static void pml_claim(struct pml_parser *p) {
  struct pml_word w = *pml_word(p);
  p->at++;
  const char *name = w.kind == T_NEVER ? "never" : "trace";
  if (pml_peek(p) == T_NAME) {
    name = pml_word(p)->text;
    p->at++;
  }
  struct pproc *proc = new_proc(p, name, &w);
  proc->is_claim = w.kind == T_NEVER;
  proc->is_trace = !proc->is_claim;
  proc->no_trace = w.kind == T_NOTRACE;
  proc->body = pml_body(p);
  p->proc = NULL;
}

static void pml_inline(struct pml_parser *p) {
  pml_expect(p, T_INLINE);
  struct pml_word name = pml_expect(p, T_NAME);
  struct inline_def d = {.name = name.text};
  if (pml_inline_find(p, name.text))
    pml_fail(p, &name, "'%s' is declared twice", name.text);
  pml_expect(p, T_OPEN);
  while (!pml_accept(p, T_CLOSE)) {
    pml_push(p, &d.params, pml_expect(p, T_NAME).text);
    if (pml_peek(p) != T_CLOSE)
      pml_expect(p, T_COMMA);
  }
  while (pml_accept(p, T_SEMI))
    ;
  size_t begin = p->at;
  unsigned depth = 0;
  if (pml_peek(p) != T_OPEN_BRACE)
    pml_expect(p, T_OPEN_BRACE);
  do {
    enum pml_token t = pml_peek(p);
    if (t == T_END)
      pml_fail(p, &name, "this inline does not end");
    depth += t == T_OPEN_BRACE;
    depth -= t == T_CLOSE_BRACE;
    p->at++;
  } while (depth);
  for (size_t i = begin; i < p->at; i++)
    pml_push(p, &d.body, p->words.at.at[i]);
  pml_push(p, &p->inlines, d);
}

/* Formulas are read when all names are known. */
static void skip_ltl(struct pml_parser *p) {
  unsigned depth = 0;
  struct pml_word w = pml_expect(p, T_LTL);
  while (pml_peek(p) != T_OPEN_BRACE && pml_peek(p) != T_END)
    p->at++;
  do {
    enum pml_token t = pml_peek(p);
    if (t == T_END)
      pml_fail(p, &w, "this formula does not end");
    depth += t == T_OPEN_BRACE;
    depth -= t == T_CLOSE_BRACE;
    p->at++;
  } while (depth);
}

static void pml_unit(struct pml_parser *p) {
  struct pml_word w = *pml_word(p);
  switch (w.kind) {
  case T_SEMI: case T_ARROW:
    p->at++;
    return;
  case T_ACTIVE: case T_PROCTYPE: case T_D_PROCTYPE:
    pml_proctype(p);
    return;
  case T_INIT:
    pml_init(p);
    return;
  case T_NEVER: case T_TRACE: case T_NOTRACE:
    pml_claim(p);
    return;
  case T_LTL:
    skip_ltl(p);
    return;
  case T_TYPEDEF:
    pml_typedef(p);
    return;
  case T_INLINE:
    pml_inline(p);
    return;
  case T_C_CODE: case T_C_DECL: case T_C_STATE: case T_C_TRACK: case T_C_EXPR:
    pml_fail(p, &w, "embedded C code is not read");
  default:
    break;
  }
  if (!pml_at_declaration(p))
    pml_fail(p, &w,
               "expected a proctype, init, never, ltl, or a declaration, "
               "found '%s'",
               w.kind == T_END ? pml_token_name(T_END) : w.text);
  pml_declaration(p);
}

/* --- what is known at the end --------------------------------------------- */

static void resolve_run(struct pml_parser *p) {
  const struct run_call *r = &p->runs.at[p->resolved];
  const struct pproc *proc = pml_proc_find(p, r->name);
  if (!proc || proc->is_claim || proc->is_trace || proc->is_init)
    pml_fail(p, &r->word, "unknown proctype '%s'", r->name);
  if (proc->param_count != r->expr->arg_count)
    pml_fail(p, &r->word, "'%s' has %u parameters, %u are given", r->name,
             proc->param_count, r->expr->arg_count);
  r->expr->value = (int32_t)proc->number;
}

/* The next word with which a unit may begin, outside of braces. */
static void skip_unit(struct pml_parser *p, size_t begin) {
  size_t bad = p->at > begin ? p->at : begin + 1;
  unsigned depth = 0;
  for (p->at = begin; pml_peek(p) != T_END; p->at++) {
    enum pml_token t = pml_peek(p);
    bool starts = t == T_ACTIVE || t == T_PROCTYPE || t == T_D_PROCTYPE ||
                  t == T_INIT || t == T_NEVER || t == T_TRACE ||
                  t == T_NOTRACE || t == T_LTL || t == T_TYPEDEF;
    if (p->at >= bad &&
        (starts || (!depth && (t == T_INLINE || pml_at_declaration(p)))))
      return;
    depth += t == T_OPEN_BRACE;
    depth -= depth && t == T_CLOSE_BRACE;
  }
}

static void skip_nothing(struct pml_parser *p, size_t begin) {
  (void)p;
  (void)begin;
}

static void skip_formula(struct pml_parser *p, size_t begin) {
  p->at = begin + 1;
}

static void parse_all(struct pml_parser *p) {
  while (pml_peek(p) != T_END)
    pml_guarded(p, pml_unit, skip_unit);
  for (p->resolved = 0; p->resolved < p->runs.len; p->resolved++)
    pml_guarded(p, resolve_run, skip_nothing);
  p->at = 0;
  while (!p->failed && pml_peek(p) != T_END)
    if (pml_peek(p) != T_LTL)
      p->at++;
    else
      pml_guarded(p, pml_ltl, skip_formula);
}

bool promela_parse(struct program *program, struct words_of *words,
                   struct diag *diag) {
  struct pml_parser p = {
      .program = program, .arena = program->arena, .diag = diag};
  p.words = *words;
  parse_all(&p);
  vec_free(&p.words.at);
  words->at.at = NULL;
  return !p.failed;
}
