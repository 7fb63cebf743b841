/* Models of CTWedge.
 *
 *     Model Phone
 *     Parameters:
 *       Size: [ 1 .. 9 ] step 2
 *       Kind: { a, b }
 *       On: Boolean
 *     Constraints:
 *       # On => Kind != a # */
#include <ctype.h>
#include <string.h>

#include "cover/decode.h"
#include "cover/parse_foreign.h"

static void skip(struct cover_parser *p) {
  for (; p->at < p->end && isspace((unsigned char)*p->at); p->at++)
    if (*p->at == '\n') {
      p->line++;
      p->line_start = p->at + 1;
    }
}

/* The next name, number, text in quotes or sign; empty at the end. */
static struct span token(struct cover_parser *p) {
  skip(p);
  const char *start = p->at;
  if (p->at < p->end && (*p->at == '"' || *p->at == '\'')) {
    for (p->at++; p->at < p->end && *p->at != *start && *p->at != '\n';)
      p->at++;
    p->at += p->at < p->end;
  } else {
    while (p->at < p->end && (isalnum((unsigned char)*p->at) ||
                              (*p->at && strchr("_$-", *p->at)) ||
                              ((unsigned char)*p->at & 0x80)))
      p->at++;
    if (p->at == start && p->at < p->end)
      p->at++;
  }
  return (struct span){start, p->at};
}

static bool expect(struct cover_parser *p, const char *what) {
  struct span t = token(p);
  return foreign_word(t, what) ||
         diag_error(p->diag, foreign_place(p, t), "expected '%s'", what);
}

static bool ctwedge_set(struct cover_parser *p, struct values *vs) {
  for (;;) {
    struct span t = token(p);
    if (foreign_word(t, "}"))
      return true;
    if (foreign_word(t, ","))
      continue;
    if (t.at == t.end || !parse_add_value(p, vs, foreign_value(p, t), t))
      return t.at < t.end ||
             diag_error(p->diag, foreign_place(p, t), "expected '}'");
  }
}

/* From behind '[' to behind ']', and the step that may follow. */
static bool ctwedge_range(struct cover_parser *p, struct values *vs) {
  const char *start = p->at;
  const char *close = memchr(start, ']', (size_t)(p->end - start));
  if (!close)
    return diag_error(p->diag, parse_place(p, start, 1), "expected ']'");
  struct text t = {0};
  text_add_n(&t, start, (size_t)(close - start));
  p->at = close + 1;
  const char *before = p->at, *line_start = p->line_start;
  uint32_t line = p->line;
  if (foreign_word(token(p), "step")) {
    struct span step = token(p);
    text_printf(&t, " step %.*s", (int)(step.end - step.at), step.at);
  } else {
    p->at = before;
    p->line = line;
    p->line_start = line_start;
  }
  const char *kept = arena_string(&p->m->arena, text_str(&t), t.len);
  bool is_range;
  bool ok = parse_add_range(p, vs, parse_trim(kept, kept + t.len), &is_range);
  text_free(&t);
  return (ok && is_range) ||
         diag_error(p->diag, parse_place(p, start, (size_t)(close - start)),
                    "expected '[low .. high]'");
}

static bool ctwedge_param(struct cover_parser *p, struct span name) {
  struct values vs = {0};
  struct param param = {0};
  struct diag_at at = foreign_place(p, name);
  if (!expect(p, ":"))
    return false;
  struct span t = token(p);
  bool ok;
  if (foreign_word(t, "Boolean")) {
    static const char yes[] = "true", no[] = "false";
    struct span is = {yes, yes + 4}, is_not = {no, no + 5};
    ok = parse_add_value(p, &vs, foreign_value(p, is), t) &&
         parse_add_value(p, &vs, foreign_value(p, is_not), t);
  } else if (foreign_word(t, "{")) {
    ok = ctwedge_set(p, &vs);
  } else if (foreign_word(t, "[")) {
    ok = ctwedge_range(p, &vs);
  } else {
    ok = diag_error(p->diag, foreign_place(p, t),
                    "expected 'Boolean', '{values}' or '[low .. high]'");
  }
  if (!ok || !vs.at.len) {
    foreign_values_free(&vs);
    return ok && diag_error(p->diag, at, "a parameter without values");
  }
  return parse_add_param(p, &param, &vs, name);
}

static bool ctwedge_constraint(struct cover_parser *p) {
  const char *close = memchr(p->at, '#', (size_t)(p->end - p->at));
  const char *end = p->end;
  if (!close)
    return diag_error(p->diag, parse_place(p, p->at, 1), "no closing '#'");
  p->end = close;
  bool ok = parse_bare_rule(p);
  p->end = end;
  p->at = close + 1;
  return ok;
}

static bool ctwedge_parse(struct cover_parser *p) {
  p->line = 1;
  bool ok = expect(p, "Model");
  token(p);
  ok = ok && expect(p, "Parameters") && expect(p, ":");
  bool rules = false;
  while (ok || rules) {
    struct span t = token(p);
    if (t.at == t.end)
      return ok;
    if (foreign_word(t, ";"))
      continue;
    if (!rules && foreign_word(t, "Constraints"))
      ok = rules = expect(p, ":");
    else if (rules && foreign_word(t, "#"))
      ok = ctwedge_constraint(p) && ok;
    else if (rules)
      return diag_error(p->diag, foreign_place(p, t),
                        "expected '# constraint #'");
    else
      ok = ctwedge_param(p, t);
  }
  return ok;
}

bool ctwedge_sniff(const char *text, size_t len) {
  struct text t = {0};
  decode_text(text, len, &t);
  if (t.len)
    foreign_blank(&t, NULL);
  struct cover_parser p = {.at = text_str(&t)};
  p.end = p.at + t.len;
  bool is = foreign_word(token(&p), "Model") && token(&p).at < p.end &&
            foreign_word(token(&p), "Parameters") &&
            foreign_word(token(&p), ":");
  text_free(&t);
  return is;
}

bool parse_ctwedge(struct cover_model *m, const char *file, const char *text,
                   size_t len, const struct parse_options *options,
                   struct diag *diag) {
  const struct foreign f = {ctwedge_parse, NULL};
  return parse_foreign(m, file, text, len, options, diag, &f);
}
