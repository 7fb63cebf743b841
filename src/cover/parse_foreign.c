/* Models of other tools: ACTS (its text files) and CTWedge.
 *
 *     [Parameter]                        Model Phone
 *     Size (int) : 1, 2, [3] ; -1        Parameters:
 *     Kind (enum) : a, b                   Size: [ 1 .. 9 ] step 2
 *     On (boolean) : true, false           Kind: { a, b }
 *     [Relation]                           On: Boolean
 *     R: (Size, Kind, On, 3)             Constraints:
 *     [Constraint]                         # On => Kind != a #
 *     On = true => Kind != "a"
 *
 * In ACTS [3] is the base value, which becomes the one of largest weight, and
 * what follows ';' are invalid values, which are our negative ones. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "cover/parse.h"

struct foreign {
  bool (*matches)(const struct parser *p);
  bool (*parse)(struct parser *p);
  const char *comment; /* beside C's: to the end of the line */
};

static struct diag_at place(const struct parser *p, struct span s) {
  return parse_place(p, s.at, (size_t)(s.end - s.at));
}

static bool same_word(struct span s, const char *word) {
  return (size_t)(s.end - s.at) == strlen(word) &&
         !strncasecmp(s.at, word, strlen(word));
}

/* The line at `at` without what surrounds it; *next is the one after it. */
static struct span line_at(const struct parser *p, const char *at,
                           const char **next) {
  const char *stop = memchr(at, '\n', (size_t)(p->end - at));
  *next = stop ? stop + 1 : p->end;
  return parse_trim(at, stop ? stop : p->end);
}

/* Comments become blanks, so that places stay what they are. */
static void blank_comments(struct text *t, const char *own) {
  char *s = t->at, quote = 0;
  for (size_t i = 0; i < t->len; i++) {
    bool begins = !i || isspace((unsigned char)s[i - 1]);
    if (quote || s[i] == '"') {
      quote = s[i] == '\n' ? 0 : !quote ? s[i] : s[i] == quote ? 0 : quote;
    } else if (!strncmp(s + i, "/*", 2)) {
      char *end = strstr(s + i + 2, "*/");
      size_t stop = end ? (size_t)(end + 2 - s) : t->len;
      for (; i < stop; i++)
        s[i] = s[i] == '\n' ? '\n' : ' ';
      i--;
    } else if ((begins && !strncmp(s + i, "//", 2)) ||
               (own && begins && !strncmp(s + i, own, strlen(own)))) {
      for (; i < t->len && s[i] != '\n'; i++)
        s[i] = ' ';
    }
  }
}

static struct value plain_value(struct parser *p, struct span s) {
  if (s.end - s.at > 1 && (*s.at == '"' || *s.at == '\'') &&
      s.end[-1] == *s.at)
    s = (struct span){s.at + 1, s.end - 1};
  const char **names = arena_array(&p->m->arena, const char *, 1);
  names[0] = arena_string(&p->m->arena, s.at, (size_t)(s.end - s.at));
  return (struct value){.name = names[0], .names = names, .name_count = 1,
                        .weight = 1};
}

/* One value on its own; a range of numbers where it is one. */
static bool add_plain(struct parser *p, struct values *vs, struct span s,
                      bool negative) {
  bool base = s.end - s.at > 2 && *s.at == '[' && s.end[-1] == ']';
  if (base)
    s = parse_trim(s.at + 1, s.end - 1);
  bool is_range = false;
  if (!negative && !base && !parse_add_range(p, vs, s, &is_range))
    return false;
  if (is_range)
    return true;
  struct value v = plain_value(p, s);
  v.negative = negative;
  v.weight = base ? 2 : 1;
  return parse_add_value(p, vs, v, s);
}

static bool add_list(struct parser *p, struct values *vs, struct span s,
                     bool negative) {
  bool ok = true;
  for (const char *at = s.at; ok;) {
    const char *cut = memchr(at, ',', (size_t)(s.end - at));
    struct span one = parse_trim(at, cut ? cut : s.end);
    if (one.at == one.end)
      return diag_error(p->diag, parse_place(p, one.at, 1),
                        "expected a value");
    ok = add_plain(p, vs, one, negative);
    if (!cut)
      break;
    at = cut + 1;
  }
  return ok;
}

static void free_values(struct values *vs) {
  vec_free(&vs->at);
  names_free(&vs->seen);
}

/* --- ACTS ----------------------------------------------------------------- */

/* "Name (type) : 1, 2 ; -1" */
static bool acts_param(struct parser *p, struct span line) {
  const char *colon = memchr(line.at, ':', (size_t)(line.end - line.at));
  if (!colon)
    return diag_error_hint(p->diag, place(p, line),
                           "expected 'name (type) : value, value'",
                           "cannot understand this parameter");
  struct span name = parse_trim(line.at, colon);
  const char *open = memchr(name.at, '(', (size_t)(name.end - name.at));
  bool text = false;
  if (open && name.end[-1] == ')') {
    struct span type = parse_trim(open + 1, name.end - 1);
    text = same_word(type, "enum") || same_word(type, "string");
    name = parse_trim(name.at, open);
  }
  struct span rest = parse_trim(colon + 1, line.end);
  const char *semi = memchr(rest.at, ';', (size_t)(rest.end - rest.at));
  struct span valid = parse_trim(rest.at, semi ? semi : rest.end);
  struct span invalid = parse_trim(semi ? semi + 1 : rest.end, rest.end);
  struct values vs = {0};
  struct param param = {0};
  if (!add_list(p, &vs, valid, false) ||
      (invalid.at < invalid.end && !add_list(p, &vs, invalid, true))) {
    free_values(&vs);
    return false;
  }
  bool ok = parse_add_param(p, &param, &vs, name);
  if (ok && text)
    p->m->params.at[p->m->params.len - 1].numeric = false;
  return ok;
}

/* "Name : (A, B, C, 3)"; the name may be missing. */
static bool acts_relation(struct parser *p, struct span line) {
  const char *open = line.at;
  while (open < line.end && *open != '(' && *open != '{')
    open++;
  const char *last = line.end;
  while (last > open && *last != ',')
    last--;
  char close = line.end[-1];
  if (last == open || (close != ')' && close != '}'))
    return diag_error_hint(p->diag, place(p, line),
                           "expected 'name : (A, B, C, strength)'",
                           "cannot understand this relation");
  struct span number = parse_trim(last + 1, line.end - 1);
  char *end;
  long n = strtol(number.at, &end, 10);
  struct relation r;
  if (!parse_add_relation(p, parse_trim(open + 1, last), line, &r))
    return false;
  if (end != number.end || n < 1 || (uint32_t)n > r.count)
    return diag_error(p->diag, place(p, number),
                      "expected a strength from 1 to %u", r.count);
  r.strength = (uint32_t)n;
  vec_push(&p->m->relations, r);
  return true;
}

static bool acts_constraint(struct parser *p, struct span line) {
  const char *end = p->end;
  p->at = line.at;
  p->end = line.end;
  bool ok = parse_bare_rule(p);
  p->end = end;
  return ok;
}

static const struct acts_section {
  const char *name;
  bool (*parse)(struct parser *p, struct span line); /* NULL: not for us */
} acts_sections[] = {{"System", NULL}, {"Parameter", acts_param},
                     {"Relation", acts_relation},
                     {"Constraint", acts_constraint},
                     {"Test Set", NULL}, {"Misc", NULL}, {0}};

static bool acts_parse(struct parser *p) {
  const struct acts_section *section = acts_sections;
  bool ok = true;
  for (const char *at = p->text, *next; at < p->end; at = next) {
    struct span line = line_at(p, at, &next);
    p->line++;
    p->line_start = at;
    if (line.at == line.end)
      continue;
    if (*line.at == '[' && line.end[-1] == ']') {
      struct span name = parse_trim(line.at + 1, line.end - 1);
      for (section = acts_sections; section->name; section++)
        if (same_word(name, section->name))
          break;
      if (!section->name)
        diag_warning(p->diag, place(p, line), "it is not looked at",
                     "unknown section");
    } else if (section->parse) {
      ok = section->parse(p, line) && ok;
    }
  }
  return ok;
}

static bool acts_matches(const struct parser *p) {
  for (const char *at = p->text, *next; at < p->end; at = next)
    if (same_word(line_at(p, at, &next), "[Parameter]"))
      return true;
  return false;
}

/* --- CTWedge -------------------------------------------------------------- */

static void skip(struct parser *p) {
  for (; p->at < p->end && isspace((unsigned char)*p->at); p->at++)
    if (*p->at == '\n') {
      p->line++;
      p->line_start = p->at + 1;
    }
}

/* The next name, number, text in quotes or sign; empty at the end. */
static struct span token(struct parser *p) {
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

static bool expect(struct parser *p, const char *what) {
  struct span t = token(p);
  return same_word(t, what) ||
         diag_error(p->diag, place(p, t), "expected '%s'", what);
}

static bool ctwedge_set(struct parser *p, struct values *vs) {
  for (;;) {
    struct span t = token(p);
    if (same_word(t, "}"))
      return true;
    if (same_word(t, ","))
      continue;
    if (t.at == t.end || !parse_add_value(p, vs, plain_value(p, t), t))
      return t.at < t.end ||
             diag_error(p->diag, place(p, t), "expected '}'");
  }
}

/* From behind '[' to behind ']', and the step that may follow. */
static bool ctwedge_range(struct parser *p, struct values *vs) {
  const char *start = p->at;
  const char *close = memchr(start, ']', (size_t)(p->end - start));
  if (!close)
    return diag_error(p->diag, parse_place(p, start, 1), "expected ']'");
  struct text t = {0};
  text_add_n(&t, start, (size_t)(close - start));
  p->at = close + 1;
  const char *before = p->at, *line_start = p->line_start;
  uint32_t line = p->line;
  if (same_word(token(p), "step")) {
    struct span step = token(p);
    text_printf(&t, " step %.*s", (int)(step.end - step.at), step.at);
  } else {
    p->at = before;
    p->line = line;
    p->line_start = line_start;
  }
  const char *kept = arena_string(&p->m->arena, text_str(&t), t.len);
  bool is_range;
  bool ok = parse_add_range(p, vs, parse_trim(kept, kept + t.len),
                            &is_range);
  text_free(&t);
  return (ok && is_range) ||
         diag_error(p->diag, parse_place(p, start, (size_t)(close - start)),
                    "expected '[low .. high]'");
}

static bool ctwedge_param(struct parser *p, struct span name) {
  struct values vs = {0};
  struct param param = {0};
  struct diag_at at = place(p, name);
  if (!expect(p, ":"))
    return false;
  struct span t = token(p);
  bool ok;
  if (same_word(t, "Boolean")) {
    ok = parse_add_value(p, &vs, plain_value(p, (struct span){"true",
                                                "true" + 4}), t) &&
         parse_add_value(p, &vs, plain_value(p, (struct span){"false",
                                                "false" + 5}), t);
  } else if (same_word(t, "{")) {
    ok = ctwedge_set(p, &vs);
  } else if (same_word(t, "[")) {
    ok = ctwedge_range(p, &vs);
  } else {
    ok = diag_error(p->diag, place(p, t),
                    "expected 'Boolean', '{values}' or '[low .. high]'");
  }
  if (!ok || !vs.at.len) {
    free_values(&vs);
    return ok && diag_error(p->diag, at, "a parameter without values");
  }
  return parse_add_param(p, &param, &vs, name);
}

static bool ctwedge_constraint(struct parser *p) {
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

static bool ctwedge_parse(struct parser *p) {
  p->line = 1;
  bool ok = expect(p, "Model");
  token(p);
  ok = ok && expect(p, "Parameters") && expect(p, ":");
  bool rules = false;
  while (ok || rules) {
    struct span t = token(p);
    if (t.at == t.end)
      return ok;
    if (same_word(t, ";"))
      continue;
    if (!rules && same_word(t, "Constraints"))
      ok = rules = expect(p, ":");
    else if (rules && same_word(t, "#"))
      ok = ctwedge_constraint(p) && ok;
    else if (rules)
      return diag_error(p->diag, place(p, t), "expected '# constraint #'");
    else
      ok = ctwedge_param(p, t);
  }
  return ok;
}

static bool ctwedge_matches(const struct parser *p) {
  struct text t = {0};
  text_add_n(&t, p->text, (size_t)(p->end - p->text));
  if (t.len)
    blank_comments(&t, NULL);
  struct parser copy = {.at = text_str(&t)};
  copy.end = copy.at + t.len;
  bool is = same_word(token(&copy), "Model") && token(&copy).at < copy.end &&
            same_word(token(&copy), "Parameters") &&
            same_word(token(&copy), ":");
  text_free(&t);
  return is;
}

/* --- the table ------------------------------------------------------------ */

static const struct foreign readers[] = {
    {acts_matches, acts_parse, "--"},
    {ctwedge_matches, ctwedge_parse, NULL},
};

const struct foreign *parse_find_foreign(const struct parser *p) {
  for (size_t i = 0; i < sizeof readers / sizeof *readers; i++)
    if (readers[i].matches(p))
      return &readers[i];
  return NULL;
}

bool parse_foreign(struct parser *p, const struct foreign *f,
                   struct text *text) {
  blank_comments(text, f->comment);
  return f->parse(p);
}
