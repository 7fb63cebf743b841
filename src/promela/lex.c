#include "promela/token.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char *const token_words[] = {
    "active", "assert", "atomic", "bit", "bool", "break", "byte", "c_code",
    "c_decl", "c_expr", "c_state", "c_track", "chan", "D_proctype", "d_step",
    "do", "else", "empty", "enabled", "eval", "false", "fi", "for", "full",
    "get_priority", "goto", "hidden", "if", "in", "init", "inline", "int",
    "len", "local", "ltl", "mtype", "nempty", "never", "nfull", "notrace",
    "np_", "od", "of", "pc_value", "pid", "printf", "printm", "priority",
    "proctype", "provided", "return", "run", "select", "set_priority", "short",
    "show", "skip", "timeout", "trace", "true", "typedef", "unless",
    "unsigned", "xr", "xs"};

static const char *const token_signs[] = {
    ";", "->", "::", "..", "==", "!=", "<=", ">=", "<", ">", "&&", "||", "<<",
    ">>", "++", "--", "!", "!!", "?", "??", "=", "(", ")", "[", "]", "{", "}",
    ",", ":", ".", "@", "+", "-", "*", "/", "%", "&", "|", "^", "~", "#", "$",
    "[]", "<>", "<->", "/\\", "\\/"};

_Static_assert(sizeof token_words / sizeof *token_words == T_SEMI - T_ACTIVE,
               "a text for each word");
_Static_assert(sizeof token_signs / sizeof *token_signs ==
                   TOKEN_COUNT - T_SEMI,
               "a text for each sign");

const char *pml_token_name(enum pml_token t) {
  switch (t) {
  case T_END:
    return "the end of the file";
  case T_NAME:
    return "a name";
  case T_CONST:
    return "a number";
  case T_STRING:
    return "a string";
  default:
    return t < T_SEMI ? token_words[t - T_ACTIVE] : token_signs[t - T_SEMI];
  }
}

struct lexer {
  struct arena *arena;
  struct words_of *out;
  struct diag *diag;
  const char *main_file, *at, *end;
  uint32_t line, file;
  const char *line_start;
  bool fresh_line;
  /* Where semicolons are put in: inside bodies, outside parentheses. */
  unsigned braces, parens, body; /* body: depth at which it began, 0: none */
  bool body_next;
  bool ltl_next, ltl;
  unsigned ltl_depth;
};

static struct diag_at here(const struct lexer *lx) {
  return (struct diag_at){lx->out->files.at[lx->file], lx->line,
                          (uint32_t)(lx->at - lx->line_start) + 1, 1};
}

static enum pml_token last_kind(const struct lexer *lx) {
  return lx->out->at.len ? vec_last(&lx->out->at)->kind : T_END;
}

static void push(struct lexer *lx, enum pml_token kind, const char *from,
                 size_t len, int32_t value) {
  struct pml_word w = {.kind = kind, .value = value, .file = lx->file};
  w.text = from ? arena_string(lx->arena, from, len) : pml_token_name(kind);
  w.place.line = lx->line;
  w.place.col = from ? (uint32_t)(from - lx->line_start) + 1 : 1;
  w.line = lx->fresh_line;
  lx->fresh_line = false;
  vec_push(&lx->out->at, w);
}

/* --- semicolons ----------------------------------------------------------- */

static bool may_end_line(enum pml_token t) {
  return t == T_CLOSE_BRACE || t == T_CLOSE || t == T_CLOSE_BRACKET ||
         t == T_OD || t == T_FI || t == T_ELSE || t == T_BREAK ||
         t == T_NAME || t == T_CONST || t == T_INCR || t == T_DECR ||
         t == T_TRUE || t == T_FALSE || t == T_SKIP || t == T_TIMEOUT;
}

static void end_line(struct lexer *lx) {
  enum pml_token last = last_kind(lx);
  if (!lx->body || lx->parens || !may_end_line(last))
    return;
  if (last == T_CLOSE_BRACE) { /* an unless may follow on the next line */
    const char *s = lx->at;
    while (s < lx->end && isspace((unsigned char)*s))
      s++;
    if (s < lx->end && *s == 'u')
      return;
  }
  push(lx, T_SEMI, NULL, 0, 0);
}

/* What SPIN repairs: a missing semicolon behind else and '}'. */
static void repair(struct lexer *lx, enum pml_token next) {
  enum pml_token last = last_kind(lx);
  if (last == T_ELSE && next != T_SEMI && next != T_ARROW && next != T_FI)
    push(lx, T_SEMI, NULL, 0, 0);
  if (last == T_CLOSE_BRACE && lx->body && next != T_PROCTYPE &&
      next != T_INIT && next != T_NEVER && next != T_SEP && next != T_FI &&
      next != T_OD && next != T_CLOSE_BRACE && next != T_UNLESS &&
      next != T_SEMI && next != T_ARROW && next != T_END)
    push(lx, T_SEMI, NULL, 0, 0);
}

static void note_shape(struct lexer *lx, enum pml_token t) {
  switch (t) {
  case T_PROCTYPE: case T_D_PROCTYPE: case T_INIT: case T_NEVER:
  case T_TRACE: case T_NOTRACE: case T_INLINE: case T_TYPEDEF:
    lx->body_next = !lx->body;
    break;
  case T_LTL:
    lx->ltl_next = !lx->body;
    break;
  case T_OPEN:
    lx->parens++;
    break;
  case T_CLOSE:
    lx->parens -= lx->parens > 0;
    break;
  case T_OPEN_BRACE:
    lx->braces++;
    if (lx->body_next) {
      lx->body = lx->braces;
      lx->body_next = false;
    }
    if (lx->ltl_next) {
      lx->ltl = true;
      lx->ltl_depth = lx->braces;
      lx->ltl_next = false;
    }
    break;
  case T_CLOSE_BRACE:
    if (lx->body == lx->braces)
      lx->body = 0;
    if (lx->ltl && lx->ltl_depth == lx->braces)
      lx->ltl = false;
    lx->braces -= lx->braces > 0;
    break;
  default:
    break;
  }
}

static void put(struct lexer *lx, enum pml_token kind, const char *from,
                size_t len, int32_t value) {
  repair(lx, kind);
  push(lx, kind, from, len, value);
  note_shape(lx, kind);
}

/* --- words ---------------------------------------------------------------- */

static void lex_name(struct lexer *lx) {
  const char *from = lx->at;
  while (lx->at < lx->end &&
         (isalnum((unsigned char)*lx->at) || *lx->at == '_'))
    lx->at++;
  size_t len = (size_t)(lx->at - from);
  for (int i = 0; i < T_SEMI - T_ACTIVE; i++)
    if (strlen(token_words[i]) == len && !memcmp(token_words[i], from, len)) {
      /* Only behind a variable it can be that of `for (x in ...)`. */
      enum pml_token last = last_kind(lx);
      if (T_ACTIVE + i == T_IN && last != T_NAME && last != T_CLOSE_BRACKET)
        break;
      put(lx, (enum pml_token)(T_ACTIVE + i), from, len, 0);
      return;
    }
  if (lx->ltl) {
    static const struct { const char *word; enum pml_token kind; } temporal[] = {
        {"always", T_ALWAYS}, {"eventually", T_EVENTUALLY},
        {"equivalent", T_EQUIV}, {"implies", T_ARROW}};
    for (size_t i = 0; i < sizeof temporal / sizeof *temporal; i++)
      if (strlen(temporal[i].word) == len &&
          !memcmp(temporal[i].word, from, len)) {
        put(lx, temporal[i].kind, from, len, 0);
        return;
      }
  }
  put(lx, T_NAME, from, len, 0);
}

static bool lex_number(struct lexer *lx) {
  const char *from = lx->at;
  long long value = 0;
  while (lx->at < lx->end && isdigit((unsigned char)*lx->at)) {
    value = value * 10 + (*lx->at++ - '0');
    if (value > UINT32_MAX)
      return diag_error(lx->diag, here(lx), "a number beyond 32 bits");
  }
  put(lx, T_CONST, from, (size_t)(lx->at - from), (int32_t)value);
  return true;
}

static bool lex_string(struct lexer *lx) {
  const char *from = lx->at++;
  while (lx->at < lx->end && *lx->at != '"' && *lx->at != '\n')
    lx->at += *lx->at == '\\' && lx->at + 1 < lx->end ? 2 : 1;
  if (lx->at >= lx->end || *lx->at != '"')
    return diag_error(lx->diag, here(lx), "this string does not end");
  lx->at++;
  put(lx, T_STRING, from, (size_t)(lx->at - from), 0);
  return true;
}

static bool lex_character(struct lexer *lx) {
  const char *from = lx->at++;
  int c = lx->at < lx->end ? *lx->at++ : 0;
  if (c == '\\' && lx->at < lx->end) {
    c = *lx->at++;
    c = c == 'n' ? '\n' : c == 'r' ? '\r' : c == 't' ? '\t' : c == 'f' ? '\f' : c;
  }
  if (lx->at >= lx->end || *lx->at++ != '\'')
    return diag_error(lx->diag, here(lx), "expected ' behind the character");
  put(lx, T_CONST, from, (size_t)(lx->at - from), c);
  return true;
}

static bool lex_sign(struct lexer *lx) {
  int found = -1;
  size_t best = 0;
  for (int i = 0; i < TOKEN_COUNT - T_SEMI; i++) {
    size_t len = strlen(token_signs[i]);
    if (T_SEMI + i >= T_ALWAYS && !lx->ltl)
      continue;
    if (len > best && (size_t)(lx->end - lx->at) >= len &&
        !memcmp(lx->at, token_signs[i], len)) {
      best = len;
      found = i;
    }
  }
  if (found < 0)
    return diag_error(lx->diag, here(lx), "'%c' is no part of Promela",
                      isprint((unsigned char)*lx->at) ? *lx->at : '?');
  enum pml_token kind = (enum pml_token)(T_SEMI + found);
  if (kind == T_LTL_AND)
    kind = T_AND;
  if (kind == T_LTL_OR)
    kind = T_OR;
  const char *from = lx->at;
  lx->at += best;
  put(lx, kind, from, best, 0);
  return true;
}

/* --- lines, comments, directives ------------------------------------------ */

static void new_line(struct lexer *lx) {
  lx->at++;
  end_line(lx);
  lx->line++;
  lx->line_start = lx->at;
  lx->fresh_line = true;
}

static uint32_t file_number(struct lexer *lx, const char *name, size_t len) {
  for (uint32_t i = 0; i < lx->out->files.len; i++)
    if (strlen(lx->out->files.at[i]) == len &&
        !memcmp(lx->out->files.at[i], name, len))
      return i;
  vec_push(&lx->out->files, arena_string(lx->arena, name, len));
  return (uint32_t)lx->out->files.len - 1;
}

/* `# 12 "file.h"`, as the preprocessor leaves it. */
static bool lex_marker(struct lexer *lx) {
  const char *s = lx->at + 1;
  while (s < lx->end && (*s == ' ' || *s == '\t'))
    s++;
  if (s < lx->end && !strncmp(s, "line", 4))
    s += 4;
  while (s < lx->end && (*s == ' ' || *s == '\t'))
    s++;
  if (s >= lx->end || !isdigit((unsigned char)*s))
    return diag_error(lx->diag, here(lx), "a directive that cpp has left");
  long line = strtol(s, (char **)&s, 10);
  while (s < lx->end && *s == ' ')
    s++;
  if (s < lx->end && *s == '"') {
    const char *from = ++s;
    while (s < lx->end && *s != '"' && *s != '\n')
      s++;
    lx->file = file_number(lx, from, (size_t)(s - from));
  }
  while (s < lx->end && *s != '\n')
    s++;
  lx->at = s < lx->end ? s + 1 : s;
  lx->line = (uint32_t)line;
  lx->line_start = lx->at;
  lx->fresh_line = true;
  return true;
}

static bool skip_comment(struct lexer *lx) {
  if (lx->at[1] == '/') {
    while (lx->at < lx->end && *lx->at != '\n')
      lx->at++;
    return true;
  }
  struct diag_at begin = here(lx);
  for (lx->at += 2; lx->at + 1 < lx->end; lx->at++) {
    if (lx->at[0] == '*' && lx->at[1] == '/') {
      lx->at += 2;
      return true;
    }
    if (*lx->at == '\n') {
      lx->line++;
      lx->line_start = lx->at + 1;
    }
  }
  return diag_error(lx->diag, begin, "this comment does not end");
}

static bool lex_next(struct lexer *lx) {
  unsigned char c = (unsigned char)*lx->at;
  if (c == '\n') {
    new_line(lx);
    return true;
  }
  if (isspace(c) || !c) {
    lx->at++;
    return true;
  }
  if (c == '/' && lx->at + 1 < lx->end &&
      (lx->at[1] == '*' || lx->at[1] == '/'))
    return skip_comment(lx);
  if (c == '#')
    return lex_marker(lx);
  if (c == '"')
    return lex_string(lx);
  if (c == '\'')
    return lex_character(lx);
  if (isdigit(c))
    return lex_number(lx);
  if (isalpha(c) || c == '_')
    lex_name(lx);
  else
    return lex_sign(lx);
  return true;
}

bool promela_lex(const char *file, const char *text, size_t len,
                 struct arena *arena, struct words_of *out,
                 struct diag *diag) {
  struct lexer lx = {.arena = arena,
                     .out = out,
                     .diag = diag,
                     .at = text,
                     .end = text + len,
                     .line = 1,
                     .line_start = text,
                     .fresh_line = true};
  vec_push(&out->files, file);
  bool ok = true;
  while (ok && lx.at < lx.end)
    ok = lex_next(&lx);
  repair(&lx, T_END);
  push(&lx, T_END, NULL, 0, 0);
  return ok;
}
