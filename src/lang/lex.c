#include <string.h>

#include "base/sound.h"
#include "base/text.h"
#include "lang/token.h"

const char *const word_texts[] = {
#define WORD(name, text, reserved) text,
    LANG_WORDS(WORD)
#undef WORD
};

const char *const token_texts[] = {
#define TOKEN(name, text) text,
    LANG_TOKENS(TOKEN)
#undef TOKEN
};

bool word_reserved(uint32_t name) {
  static const bool reserved[] = {
#define WORD(name_, text, reserved_) reserved_,
      LANG_WORDS(WORD)
#undef WORD
  };
  return name < WORD_COUNT_ && reserved[name];
}

/* Literals may be one larger than the largest int, so that its negation can
 * be written. */
#define NUMBER_MAX 2147483648u
enum { NAME_MAX_LEN = 200, TOKEN_MAX_LEN = (1 << 24) - 1 };

struct lexer {
  struct tokens *out;
  const char *text;
  size_t len, pos, line_start;
  uint32_t line;
};

static struct diag_at at_offset(const struct lexer *x, size_t pos, size_t len) {
  return (struct diag_at){x->out->file, x->line,
                          (uint32_t)(pos - x->line_start + 1), (uint32_t)len};
}

static void push(struct lexer *x, enum token_kind kind, size_t len,
                 uint32_t value) {
  struct token t = {.kind = kind,
                    .len = len > TOKEN_MAX_LEN ? TOKEN_MAX_LEN : len,
                    .value = value,
                    .offset = (uint32_t)x->pos,
                    .line = x->line,
                    .col = (uint32_t)(x->pos - x->line_start + 1)};
  vec_push(&x->out->at, t);
  x->pos += len;
}

static void newline(struct lexer *x) {
  x->pos++;
  x->line++;
  x->line_start = x->pos;
}

static bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
static bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

static void lex_number(struct lexer *x) {
  size_t len = 0;
  uint64_t value = 0;
  for (; x->pos + len < x->len && is_digit(x->text[x->pos + len]); len++)
    if (value <= NUMBER_MAX)
      value = value * 10 + (uint64_t)(x->text[x->pos + len] - '0');
  size_t digits = len;
  while (x->pos + len < x->len &&
         (is_letter(x->text[x->pos + len]) || is_digit(x->text[x->pos + len])))
    len++;
  if (len > digits)
    diag_error_hint(x->out->diag, at_offset(x, x->pos, len),
                    "a name begins with a letter",
                    "a number cannot end in letters");
  else if (value > NUMBER_MAX)
    diag_error_hint(x->out->diag, at_offset(x, x->pos, len),
                    "numbers have 32 bits: at most 2147483647",
                    "number too large");
  push(x, TOKEN_NUMBER, len, value > NUMBER_MAX ? 0 : (uint32_t)value);
}

static void lex_name(struct lexer *x) {
  size_t len = 0;
  while (x->pos + len < x->len &&
         (is_letter(x->text[x->pos + len]) || is_digit(x->text[x->pos + len])))
    len++;
  if (len > NAME_MAX_LEN)
    diag_error(x->out->diag, at_offset(x, x->pos, len),
               "name of more than %d letters", NAME_MAX_LEN);
  push(x, TOKEN_NAME, len,
       names_add(&x->out->names, x->text + x->pos,
                 len > NAME_MAX_LEN ? NAME_MAX_LEN : len));
}

static void skip_block_comment(struct lexer *x) {
  struct diag_at start = at_offset(x, x->pos, 2);
  x->pos += 2;
  while (x->pos < x->len) {
    if (x->text[x->pos] == '*' && x->pos + 1 < x->len &&
        x->text[x->pos + 1] == '/') {
      x->pos += 2;
      return;
    }
    if (x->text[x->pos] == '\n')
      newline(x);
    else
      x->pos++;
  }
  diag_error_hint(x->out->diag, start, "it ends with '*/'",
                  "comment without an end");
}

static const struct symbol {
  char text[3];
  unsigned char kind;
} symbols[] = {
    {"..", TOKEN_RANGE},      {"->", TOKEN_ARROW},     {"+=", TOKEN_ADD_ASSIGN},
    {"-=", TOKEN_SUB_ASSIGN}, {"++", TOKEN_INCREMENT}, {"--", TOKEN_DECREMENT},
    {"==", TOKEN_EQ},         {"!=", TOKEN_NE},        {"<=", TOKEN_LE},
    {"=>", TOKEN_IMPLIES},
    {">=", TOKEN_GE},         {"&&", TOKEN_AND},       {"||", TOKEN_OR},
    {"(", TOKEN_LPAREN},      {")", TOKEN_RPAREN},     {"[", TOKEN_LBRACKET},
    {"]", TOKEN_RBRACKET},    {"{", TOKEN_LBRACE},     {"}", TOKEN_RBRACE},
    {",", TOKEN_COMMA},       {";", TOKEN_SEMICOLON},  {":", TOKEN_COLON},
    {".", TOKEN_DOT},         {"!", TOKEN_NOT},        {"?", TOKEN_QUESTION},
    {"=", TOKEN_ASSIGN},      {"+", TOKEN_PLUS},       {"-", TOKEN_MINUS},
    {"*", TOKEN_STAR},        {"/", TOKEN_SLASH},      {"%", TOKEN_PERCENT},
    {"<", TOKEN_LT},          {">", TOKEN_GT},
};

static const struct symbol *find_symbol(const struct lexer *x) {
  char here = x->text[x->pos];
  char next = x->pos + 1 < x->len ? x->text[x->pos + 1] : 0;
  for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++)
    if (symbols[i].text[0] == here &&
        (!symbols[i].text[1] || symbols[i].text[1] == next))
      return &symbols[i];
  return NULL;
}

static bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

static bool is_bad(const struct lexer *x) {
  char c = x->text[x->pos];
  return c != '\n' && !is_blank(c) && !is_letter(c) && !is_digit(c) &&
         !find_symbol(x);
}

/* A run of characters that mean nothing is one error. */
static void lex_bad(struct lexer *x) {
  size_t start = x->pos;
  unsigned char c = (unsigned char)x->text[start];
  while (x->pos < x->len && is_bad(x))
    x->pos++;
  size_t len = x->pos - start;
  x->pos = start;
  struct diag_at at = at_offset(x, start, len);
  if (c < 32 || c == 127)
    diag_error(x->out->diag, at, "control character with code %u", c);
  else if (c >= 128)
    diag_error_hint(x->out->diag, at,
                    "names are letters a to z, digits and '_'",
                    "character that is not ASCII outside a comment");
  else if (c == '&' || c == '|')
    diag_error_hint(x->out->diag, at,
                    c == '&' ? "did you mean '&&'?" : "did you mean '||'?",
                    "stray '%c'", c);
  else
    diag_error(x->out->diag, at, "stray '%c'", c);
  push(x, TOKEN_BAD, len, 0);
}

static void lex_line_end(struct lexer *x) {
  size_t n = x->out->at.len;
  if (n && x->out->at.at[n - 1].kind != TOKEN_LINE) {
    push(x, TOKEN_LINE, 1, 0);
    x->pos--;
  }
  newline(x);
}

static void lex_one(struct lexer *x) {
  char c = x->text[x->pos];
  char next = x->pos + 1 < x->len ? x->text[x->pos + 1] : 0;
  const struct symbol *s;
  if (c == '\n')
    lex_line_end(x);
  else if (is_blank(c))
    x->pos++;
  else if (c == '/' && next == '/')
    while (x->pos < x->len && x->text[x->pos] != '\n')
      x->pos++;
  else if (c == '/' && next == '*')
    skip_block_comment(x);
  else if (is_letter(c))
    lex_name(x);
  else if (is_digit(c))
    lex_number(x);
  else if ((s = find_symbol(x)))
    push(x, s->kind, s->text[1] ? 2 : 1, 0);
  else
    lex_bad(x);
}

void lex_text(struct tokens *t, const char *file, const char *text, size_t len,
              struct diag *diag) {
  *t = (struct tokens){.file = file, .text = text, .diag = diag};
  for (int i = 0; i < WORD_COUNT_; i++)
    names_add(&t->names, word_texts[i], strlen(word_texts[i]));
  struct lexer x = {.out = t, .text = text, .len = len, .line = 1};
  if (len >= 3 && !memcmp(text, "\xef\xbb\xbf", 3))
    x.pos = x.line_start = 3;
  if (len >= 2 && (!memcmp(text, "\xff\xfe", 2) ||
                   !memcmp(text, "\xfe\xff", 2))) {
    diag_error(diag, (struct diag_at){.file = file},
               "this text is UTF-16; a model is ASCII or UTF-8");
    x.pos = x.len; /* one error for all of it */
  }
  while (x.pos < x.len)
    lex_one(&x);
  push(&x, TOKEN_LINE, 0, 0);
  push(&x, TOKEN_END, 0, 0);
}

void tokens_free(struct tokens *t) {
  names_free(&t->names);
  vec_free(&t->at);
}

struct diag_at token_at(const struct tokens *t, token_id id) {
  EXPECTS(id < t->at.len);
  const struct token *k = &t->at.at[id];
  uint32_t len = k->kind == TOKEN_LINE || k->kind == TOKEN_END ? 1 : k->len;
  return (struct diag_at){t->file, k->line, k->col, len};
}

const char *token_name(const struct tokens *t, token_id id) {
  EXPECTS(id < t->at.len);
  return t->names.at.at[t->at.at[id].value];
}

enum { TEXT_MAX = 400 };

void token_text(const struct tokens *t, token_id first, token_id last,
                struct text *out) {
  EXPECTS(first <= last && last < t->at.len);
  size_t start = out->len;
  uint32_t end = t->at.at[first].offset;
  for (token_id i = first; i <= last; i++) {
    const struct token *k = &t->at.at[i];
    if (k->kind == TOKEN_LINE || k->kind == TOKEN_END)
      continue;
    if (k->offset > end)
      text_char(out, ' ');
    if (out->len - start > TEXT_MAX) {
      text_add(out, "...");
      return;
    }
    text_add_n(out, t->text + k->offset, k->len);
    end = k->offset + k->len;
  }
}
