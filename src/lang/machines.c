#include "lang/machines.h"

#include <ctype.h>
#include <string.h>

enum kind { END, NEWLINE, NAME, DASH, ARROW, SLASH, COLON, COMMA, OPEN, CLOSE,
            OTHER };

struct token {
  enum kind kind;
  const char *at;
  size_t len;
  struct diag_at place;
};

struct reader {
  struct network *net;
  struct diag *diag;
  const char *at, *end, *line_start;
  uint32_t line;
  struct token token; /* the one not yet consumed */
};

static bool is_name(char c) {
  return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

static void skip_blanks(struct reader *r) {
  for (; r->at < r->end; r->at++) {
    if (r->end - r->at > 1 && r->at[0] == '/' && r->at[1] == '/')
      while (r->at + 1 < r->end && r->at[1] != '\n')
        r->at++;
    else if (*r->at != ' ' && *r->at != '\t' && *r->at != '\r')
      return;
  }
}

static enum kind kind_at(const struct reader *r, size_t *len) {
  *len = 1;
  if (r->at == r->end)
    return *len = 0, END;
  if (is_name(*r->at)) {
    while (r->at + *len < r->end && is_name(r->at[*len]))
      ++*len;
    return NAME;
  }
  if (*r->at == '-' && r->end - r->at > 1 && r->at[1] == '>')
    return *len = 2, ARROW;
  switch (*r->at) {
  case '\n': return NEWLINE;
  case '-': return DASH;
  case '/': return SLASH;
  case ':': return COLON;
  case ',': return COMMA;
  case '{': return OPEN;
  case '}': return CLOSE;
  }
  return OTHER;
}

static void next(struct reader *r) {
  if (r->token.kind == NEWLINE && r->token.at) {
    r->line++;
    r->line_start = r->at;
  }
  skip_blanks(r);
  struct token *t = &r->token;
  t->kind = kind_at(r, &t->len);
  t->at = r->at;
  t->place = (struct diag_at){.file = r->net->file,
                              .line = r->line,
                              .col = (uint32_t)(r->at - r->line_start) + 1,
                              .len = (uint32_t)t->len};
  r->at += t->len;
}

static void skip_lines(struct reader *r) {
  while (r->token.kind == NEWLINE)
    next(r);
}

static bool fail(struct reader *r, const char *expected) {
  const struct token *t = &r->token;
  if (t->kind == END)
    return diag_error(r->diag, t->place, "%s expected, not the end of the file",
                      expected);
  if (t->kind == NEWLINE)
    return diag_error(r->diag, t->place, "%s expected, not the end of the line",
                      expected);
  if (t->kind == OTHER && !isprint((unsigned char)*t->at))
    return diag_error(r->diag, t->place, "%s expected, not byte 0x%02x",
                      expected, (unsigned char)*t->at);
  return diag_error(r->diag, t->place, "%s expected, not '%.*s'", expected,
                    (int)(t->len < 60 ? t->len : 60), t->at);
}

static bool take(struct reader *r, enum kind kind, const char *expected,
                 struct token *out) {
  if (r->token.kind != kind)
    return fail(r, expected);
  if (out)
    *out = r->token;
  next(r);
  return true;
}

static symbol_id symbol(struct reader *r, struct token t) {
  return network_symbol(r->net, t.at, t.len, t.place);
}

/* input / output -> target, after the label */
static bool edge(struct reader *r, machine_id m, local_id from,
                 struct token input) {
  struct token output, target = {0};
  if (!take(r, SLASH, "'/' and an output", NULL))
    return false;
  output = r->token;
  if (output.kind == DASH)
    next(r);
  else if (!take(r, NAME, "an output", &output))
    return false;
  if (!take(r, ARROW, "'->' and a state", NULL) ||
      !take(r, NAME, "a state", &target))
    return false;
  struct network_edge e = {.machine = m, .from = from, .at = input.place};
  e.at.len = (uint32_t)(target.at + target.len - input.at);
  e.input = symbol(r, input);
  e.output = symbol(r, output);
  e.to = network_state(r->net, m, target.at, target.len, false, target.place,
                       r->diag);
  network_edge(r->net, e);
  if (r->token.kind == CLOSE)
    return true;
  return take(r, NEWLINE, "the end of the line", NULL);
}

static bool is_word(const struct token *t, const char *word) {
  return t->kind == NAME && t->len == strlen(word) &&
         !memcmp(t->at, word, t->len);
}

/* reset, status: the rest of a line that declares inputs or outputs */
static bool mentions(struct reader *r, machine_id m, bool output) {
  for (;;) {
    struct token name = r->token;
    if (output && name.kind == DASH)
      next(r);
    else if (!take(r, NAME, "a symbol", &name))
      return false;
    network_mention(r->net, (struct network_mention){.machine = m,
                                                     .symbol = symbol(r, name),
                                                     .output = output,
                                                     .at = name.place});
    if (r->token.kind != COMMA)
      break;
    next(r);
  }
  return r->token.kind == CLOSE ||
         take(r, NEWLINE, "',' or the end of the line", NULL);
}

/* 'inputs a, b' has no colon and no slash after its first word. */
static bool begins_mentions(const struct reader *r, const struct token *word,
                            bool *output) {
  *output = is_word(word, "outputs");
  return (*output || is_word(word, "inputs")) &&
         (r->token.kind == NAME || (*output && r->token.kind == DASH));
}

static bool body(struct reader *r, machine_id m) {
  local_id from = NETWORK_NONE;
  for (;;) {
    skip_lines(r);
    if (r->token.kind == CLOSE)
      return next(r), true;
    struct token name = {0};
    if (!take(r, NAME, "a state, an input or '}'", &name))
      return false;
    if (r->token.kind == COLON) {
      next(r);
      from = network_state(r->net, m, name.at, name.len, true, name.place,
                           r->diag);
      if (from == NETWORK_NONE)
        return false;
      continue;
    }
    bool output;
    if (begins_mentions(r, &name, &output)) {
      if (!mentions(r, m, output))
        return false;
      continue;
    }
    if (from == NETWORK_NONE)
      return diag_error_hint(r->diag, name.place,
                             "as in 'idle: put / ok -> idle'",
                             "a transition before the first state");
    if (!edge(r, m, from, name))
      return false;
  }
}

static bool machine(struct reader *r) {
  struct token name = {0};
  if (!take(r, NAME, "the name of the machine", &name))
    return false;
  skip_lines(r);
  if (!take(r, OPEN, "'{'", NULL))
    return false;
  machine_id m =
      network_machine(r->net, name.at, name.len, name.place, r->diag);
  return m != NETWORK_NONE && body(r, m);
}

static bool external(struct reader *r) {
  do {
    struct token name = {0};
    if (!take(r, NAME, "a symbol", &name))
      return false;
    network_external(r->net, symbol(r, name), name.place);
  } while (r->token.kind == COMMA && (next(r), true));
  return r->token.kind == END || take(r, NEWLINE, "the end of the line", NULL);
}

static bool file(struct reader *r) {
  next(r);
  for (;;) {
    skip_lines(r);
    if (r->token.kind == END)
      return true;
    const struct token word = r->token;
    if (is_word(&word, "machine")) {
      next(r);
      if (!machine(r))
        return false;
    } else if (is_word(&word, "external")) {
      next(r);
      if (!external(r))
        return false;
    } else {
      return fail(r, "'machine' or 'external'");
    }
  }
}

bool machines_read(struct network *n, const char *name, const char *text,
                   size_t len, struct diag *d) {
  network_begin(n, name);
  struct reader r = {.net = n, .diag = d, .at = text, .end = text + len,
                     .line_start = text, .line = 1};
  return file(&r) && network_finish(n, d);
}
