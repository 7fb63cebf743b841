#include "cover/read_tests.h"

#include <ctype.h>
#include <stdlib.h>

#include "base/text.h"
#include "cover/decode.h"
#include "cover/oracle.h"

struct reader {
  struct cover_model *m;
  struct diag *diag;
  struct halt *halt;
  const char *file, *at, *end;
  char separator, negative_prefix;
  uint32_t line;
  const char *line_start;
  VEC(uint32_t) columns; /* parameter of each, or UINT32_MAX */
  VEC(uint32_t) carries; /* ... or the carried column it is */
  struct carried *carried;
  struct oracle *oracle[2];
  struct tests *tests;
  rejected_list *rejected;
  struct names warned; /* unknown values, each said once */
};

struct field {
  struct text text;
  struct diag_at at;
};

/* The next field of the line; *last says that the line ends after it. */
static void next_field(struct reader *r, struct field *f, bool *last) {
  text_clear(&f->text);
  const char *start = r->at;
  bool csv = r->separator == ',';
  const char *c = r->at;
  while (csv && c < r->end && *c == ' ')
    c++;
  if (csv && c < r->end && *c == '"') {
    r->at = c + 1;
    while (r->at < r->end && (*r->at != '"' ||
                              (r->at + 1 < r->end && r->at[1] == '"'))) {
      r->at += *r->at == '"';
      if (*r->at == '\n')
        break; /* values have no line ends */
      text_char(&f->text, *r->at++);
    }
  }
  while (r->at < r->end && *r->at != r->separator && *r->at != '\n') {
    if (*r->at != '"' || !csv)
      text_char(&f->text, *r->at);
    r->at++;
  }
  f->at = (struct diag_at){r->file, r->line,
                           (uint32_t)(start - r->line_start) + 1,
                           (uint32_t)(r->at > start ? r->at - start : 1)};
  *last = r->at >= r->end || *r->at == '\n';
  if (r->at < r->end)
    r->at++;
  char *s = f->text.at;
  size_t from = 0, n = f->text.len;
  while (from < n && isspace((unsigned char)s[from]))
    from++;
  while (n > from && isspace((unsigned char)s[n - 1]))
    n--;
  if (s) {
    memmove(s, s + from, n - from);
    s[f->text.len = n - from] = 0;
  }
}

static void begin_line(struct reader *r) {
  r->line++;
  r->line_start = r->at;
}

static uint32_t find_carried(const struct reader *r, const char *name) {
  for (uint32_t i = 0; i < r->carried->names.len; i++)
    if (!model_compare(r->m, r->carried->names.at[i], name))
      return i;
  return UINT32_MAX;
}

/* Every column that is to be carried must be there. */
static bool header_complete(struct reader *r) {
  for (uint32_t i = 0; i < r->carried->names.len; i++) {
    bool found = false;
    vec_each(&r->carries, c) found = found || *c == i;
    if (!found)
      return diag_error(r->diag, (struct diag_at){r->file, 1, 1, 1},
                        "there is no column '%s', or it is a parameter",
                        r->carried->names.at[i]);
  }
  return true;
}

static bool header(struct reader *r) {
  struct field f = {0};
  uint32_t known = 0;
  begin_line(r);
  for (bool last = false; !last;) {
    next_field(r, &f, &last);
    uint32_t p = model_find_param(r->m, text_str(&f.text));
    uint32_t carry = find_carried(r, text_str(&f.text));
    bool twice = false;
    for (size_t i = 0; i < r->columns.len && p != UINT32_MAX; i++)
      twice = twice || r->columns.at[i] == p;
    if ((p == UINT32_MAX && carry == UINT32_MAX) || twice)
      diag_warning(r->diag, f.at, "the column is ignored",
                   twice ? "column '%s' comes twice"
                         : "the model has no parameter '%s'",
                   text_str(&f.text));
    known += p != UINT32_MAX;
    vec_push(&r->columns, twice ? UINT32_MAX : p);
    vec_push(&r->carries, p == UINT32_MAX ? carry : UINT32_MAX);
  }
  text_free(&f.text);
  if (!known)
    return diag_error_hint(r->diag, (struct diag_at){r->file, 1, 1, 1},
                           "the first line must name parameters",
                           "these are not tests of '%s'", r->m->file);
  return header_complete(r);
}

static void set_cell(struct reader *r, cell *test, uint32_t p,
                     const struct field *f) {
  const char *name = text_str(&f->text);
  if (!*name && model_find_value(r->m, p, "") == UINT32_MAX) {
    if (r->m->params.at[p].conditional)
      test[p] = (cell)(r->m->params.at[p].count - 1); /* absent */
    return;
  }
  uint32_t v = model_find_value(r->m, p, name);
  if (v == UINT32_MAX && !strcmp(name, "*"))
    return; /* any value will do */
  if (*name == r->negative_prefix) {
    uint32_t negative = model_find_value_of(r->m, p, name + 1, true);
    if (negative != UINT32_MAX || v == UINT32_MAX)
      v = negative;
  }
  if (v != UINT32_MAX) {
    test[p] = (cell)v;
    return;
  }
  struct arena scratch = {0};
  char *key = arena_printf(&scratch, "%u:%s", p, name);
  size_t before = r->warned.at.len;
  names_add(&r->warned, key, strlen(key));
  if (r->warned.at.len > before)
    diag_warning(r->diag, f->at, "the cell is left open",
                 "'%s' has no value '%s'", r->m->params.at[p].name, name);
  arena_free(&scratch);
}

static void reject(struct reader *r, const char *reason) {
  r->tests->len--;
  r->carried->texts.len -= r->carried->names.len;
  vec_push(r->rejected, ((struct rejected){r->line, reason}));
}

/* Judges the test just read; may take it away again. */
static void judge(struct reader *r) {
  struct cover_model *m = r->m;
  cell *test = tests_at(r->tests, r->tests->len - 1);
  uint32_t rule = model_broken_rule(m, test);
  if (rule == RULE_NEGATIVES) {
    reject(r, "two negative values");
    return;
  }
  if (rule != RULE_NONE) {
    reject(r, arena_printf(&m->arena, "breaks the rule of line %u: %s",
                           m->rules.at[rule].at.line,
                           m->rules.at[rule].text));
    return;
  }
  int kind = 0;
  for (uint32_t p = 0; p < m->params.len; p++)
    kind |= test[p] != CELL_NONE && m->params.at[p].values[test[p]].negative;
  cell *witness = alloc_zero(m->params.len, sizeof *witness);
  bool possible = false;
  for (; kind < 2 && r->oracle[kind] && !possible; kind++)
    possible = oracle_witness(r->oracle[kind], test, NULL, witness);
  free(witness);
  if (!possible && !halt_over(r->halt))
    reject(r, "no valid test has these values");
}

static bool body(struct reader *r) {
  struct field f = {0};
  bool ok = true;
  while (r->at < r->end && ok) {
    begin_line(r);
    const char *stop = memchr(r->at, '\n', (size_t)(r->end - r->at));
    const char *c = r->at;
    while (c < (stop ? stop : r->end) && (*c == ' ' || *c == '\r'))
      c++;
    if (c == (stop ? stop : r->end)) { /* an empty line */
      r->at = stop ? stop + 1 : r->end;
      continue;
    }
    cell *test = tests_add(r->tests);
    size_t column = 0, beside = r->carried->texts.len;
    for (size_t i = 0; i < r->carried->names.len; i++)
      vec_push(&r->carried->texts, "");
    for (bool last = false; !last && ok;) {
      next_field(r, &f, &last);
      if (column == r->columns.len) {
        diag_warning(r->diag, f.at, "the rest of the line is ignored",
                     "more than %zu fields", r->columns.len);
        r->at = stop ? stop + 1 : r->end;
        break;
      }
      uint32_t carry = r->carries.at[column];
      uint32_t p = r->columns.at[column++];
      if (p != UINT32_MAX)
        set_cell(r, test, p, &f);
      else if (carry != UINT32_MAX)
        r->carried->texts.at[beside + carry] =
            arena_string(&r->m->arena, text_str(&f.text), f.text.len);
    }
    if (ok)
      judge(r);
  }
  text_free(&f.text);
  return ok;
}

bool read_tests(struct cover_model *m, const char *file, const char *text,
                size_t len, const struct parse_options *options,
                struct halt *halt, struct tests *tests, rejected_list *rejected,
                struct carried *carried, struct diag *diag) {
  *tests = (struct tests){.params = (uint32_t)m->params.len};
  struct text decoded = {0};
  decode_text(text, len, &decoded);
  text = text_str(&decoded);
  len = decoded.len;
  const char *stop = memchr(text, '\n', len);
  size_t first = stop ? (size_t)(stop - text) : len;
  struct reader r = {.m = m, .diag = diag, .halt = halt, .tests = tests,
                     .rejected = rejected, .carried = carried, .at = text, .end = text + len,
                     .file = arena_string(&m->arena, file, strlen(file)),
                     .separator = memchr(text, '\t', first) ? '\t' : ',',
                     .negative_prefix = options->negative_prefix};
  bool ok = true, empty = true;
  for (size_t i = 0; i < len && empty; i++)
    empty = isspace((unsigned char)text[i]);
  if (empty)
    diag_warning(diag, (struct diag_at){r.file, 0, 0, 0}, NULL,
                 "there are no tests in it");
  for (int kind = 0; kind <= m->has_negative && ok; kind++) {
    r.oracle[kind] = oracle_open(m, kind ? ORACLE_NEGATIVE : ORACLE_POSITIVE,
                                 halt, diag);
    ok = r.oracle[kind] != NULL;
  }
  ok = ok && (empty || (header(&r) && body(&r)));
  text_free(&decoded);
  oracle_close(r.oracle[0]);
  oracle_close(r.oracle[1]);
  vec_free(&r.columns);
  vec_free(&r.carries);
  names_free(&r.warned);
  if (!ok)
    tests_free(tests);
  return ok;
}
