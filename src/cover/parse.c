#include "cover/parse_foreign.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/bitset.h"
#include "base/text.h"
#include "cover/decode.h"
#include "cover/expr.h"

struct span parse_trim(const char *at, const char *end) {
  while (at < end && isspace((unsigned char)*at))
    at++;
  while (at < end && isspace((unsigned char)end[-1]))
    end--;
  return (struct span){at, end};
}

struct diag_at parse_place(const struct cover_parser *p, const char *from,
                           size_t len) {
  return (struct diag_at){p->m->file, p->line,
                          (uint32_t)(from - p->line_start) + 1,
                          (uint32_t)(len ? len : 1)};
}

static struct diag_at place(const struct cover_parser *p, struct span s) {
  return parse_place(p, s.at, (size_t)(s.end - s.at));
}

/* Where the next value begins: a blank that delimits may come several times. */
static const char *after(const struct cover_parser *p, const char *cut,
                         const char *end) {
  char c = p->opt.value_delimiter;
  for (cut++; (c == ' ' || c == '\t') && cut < end && *cut == c;)
    cut++;
  return cut;
}

static char *keep(struct cover_parser *p, struct span s) {
  return arena_string(&p->m->arena, s.at, (size_t)(s.end - s.at));
}

/* An integer that a double does not have all digits of: two of them might be
 * taken for one number. */
static bool is_rounded(const char *s, size_t len) {
  enum { SURE = 15 };
  struct text as = {0}, back = {0};
  size_t digits = 0;
  while (len && (*s == '+' || *s == '-' || *s == '0'))
    s++, len--;
  while (digits < len && isdigit((unsigned char)s[digits]))
    digits++;
  if (digits != len || len <= SURE)
    return false;
  text_add_n(&as, s, len);
  text_printf(&back, "%.0f", strtod(text_str(&as), NULL));
  const bool same = !strcmp(text_str(&as), text_str(&back));
  text_free(&as);
  text_free(&back);
  return !same;
}

bool parse_told_apart(struct cover_parser *p, struct diag_at at, const char *s,
                      size_t len) {
  return !is_rounded(s, len) ||
         diag_error_hint(p->diag, at,
                         "in quotes it is a text, and so are such values",
                         "an integer beyond 9007199254740992 that is not told "
                         "apart from its neighbours");
}

bool parse_number(const char *s, double *out) {
  while (isspace((unsigned char)*s))
    s++;
  const char *digits = s + (*s == '-' || *s == '+');
  if (!isdigit((unsigned char)*digits) && *digits != '.')
    return false; /* no nan, no inf, and 0x is hexadecimal to strtod */
  if (digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X'))
    return false;
  char *end;
  *out = strtod(s, &end);
  if (end == s || !isfinite(*out) || is_rounded(s, (size_t)(end - s)))
    return false;
  while (isspace((unsigned char)*end))
    end++;
  return !*end;
}

/* --- values --------------------------------------------------------------- */

bool parse_add_value(struct cover_parser *p, struct values *vs, struct value v,
                     struct span where) {
  if (vs->at.len == VALUES_MOST)
    return diag_error(p->diag, place(p, where),
                      "more than %u values in one parameter",
                      (unsigned)VALUES_MOST);
  struct arena scratch = {0};
  bool fresh = true;
  for (uint32_t i = 0; i < v.name_count; i++) {
    char *key = arena_printf(&scratch, "%c%s", v.negative ? '-' : '+',
                             v.names[i]);
    size_t before = vs->seen.at.len;
    names_add(&vs->seen, key, strlen(key));
    fresh = fresh && vs->seen.at.len > before;
  }
  arena_free(&scratch);
  if (!fresh) {
    diag_warning(p->diag, place(p, where), "it is counted once",
                 "value '%s' is given twice", v.name);
    return true;
  }
  v.is_number = parse_number(v.name, &v.number);
  vec_push(&vs->at, v);
  return true;
}

static bool add_single(struct cover_parser *p, struct values *vs,
                       const char *name, struct span where) {
  const char **names = arena_array(&p->m->arena, const char *, 1);
  names[0] = name;
  return parse_add_value(p, vs, (struct value){.name = name, .names = names,
                                         .name_count = 1, .weight = 1},
                   where);
}

/* Doubles have all integers up to here. */
static const double EXACT_MOST = 9007199254740992;

const char *parse_number_text(struct cover_model *m, double n, double error) {
  if (fabs(n) <= error)
    n = 0;
  if (n == floor(n) && fabs(n) <= EXACT_MOST)
    return arena_printf(&m->arena, "%.0f", n);
  char text[40];
  int digits = 1;
  do
    snprintf(text, sizeof text, "%.*g", digits, n);
  while (digits++ < 17 && fabs(strtod(text, NULL) - n) > error);
  return arena_printf(&m->arena, "%s", text);
}

/* "a..b step s / k"; the step and the number of classes may be missing. */
struct range {
  double from, to, step, classes;
  bool classed;
};

static bool read_range(struct span s, struct range *r) {
  const char *dots = memmem(s.at, (size_t)(s.end - s.at), "..", 2);
  if (!dots)
    return false;
  struct text low = {0}, high = {0};
  text_add_n(&low, s.at, (size_t)(dots - s.at));
  text_add_n(&high, dots + 2, (size_t)(s.end - dots - 2));
  *r = (struct range){.step = 1};
  bool ok = parse_number(text_str(&low), &r->from);
  char *slash = strchr(text_str(&high), '/');
  if (slash) {
    *slash = 0;
    r->classed = true;
    ok = ok && parse_number(slash + 1, &r->classes);
  }
  char *word = strcasestr(text_str(&high), "step");
  if (word) {
    *word = 0;
    ok = ok && parse_number(word + 4, &r->step);
  }
  ok = ok && parse_number(text_str(&high), &r->to);
  text_free(&low);
  text_free(&high);
  return ok;
}

/* Number i of the range, as the user would write it: sums of fractions are off
 * by some units in the last place of the largest. */
static const char *range_text(struct cover_parser *p, const struct range *r,
                              double i) {
  return parse_number_text(p->m, r->from + i * r->step,
                           4e-16 * fmax(fabs(r->from), fabs(r->to)));
}

/* The numbers number a to number b of the range as one value, called by its
 * first, its last and its middle number. */
static bool add_class(struct cover_parser *p, struct values *vs,
                      const struct range *r, double a, double b,
                      struct span s) {
  const double member[] = {a, b, floor((a + b) / 2)};
  uint32_t count = b - a > 1 ? 3 : b > a ? 2 : 1;
  const char **names = arena_array(&p->m->arena, const char *, 3);
  for (uint32_t i = 0; i < count; i++)
    names[i] = range_text(p, r, member[i]);
  double last = 0;
  parse_number(names[count > 1], &last);
  return parse_add_value(p, vs, (struct value){.name = names[0], .names = names,
                                         .name_count = count, .weight = 1,
                                         .is_class = true,
                                         .last = last}, s);
}

static bool add_classes(struct cover_parser *p, struct values *vs,
                        const struct range *r, double count,
                        struct span s) {
  double k = r->classes;
  if (k < 1 || k != floor(k) || k > count || k > VALUES_MOST)
    return diag_error_hint(p->diag, place(p, s),
                           "expected 'low..high / number'",
                           "%.0f numbers cannot make %.12g classes", count, k);
  for (double i = 0; i < k; i++)
    if (!add_class(p, vs, r, floor(i * count / k),
                   floor((i + 1) * count / k) - 1, s))
      return false;
  return true;
}

bool parse_add_range(struct cover_parser *p, struct values *vs, struct span s,
                     bool *is_range) {
  struct range r;
  if (!(*is_range = read_range(s, &r)))
    return true;
  if (r.step <= 0 || r.from > r.to)
    return diag_error(p->diag, place(p, s),
                      "empty range: expected 'low..high' or 'low..high step "
                      "positive'");
  if (fmax(fabs(r.from), fabs(r.to)) > EXACT_MOST)
    return diag_error(p->diag, place(p, s),
                      "a range of numbers beyond %.0f cannot be counted "
                      "exactly", EXACT_MOST);
  double count = floor((r.to - r.from) / r.step + 1e-9) + 1;
  if (r.classed)
    return add_classes(p, vs, &r, count, s);
  if (count > VALUES_MOST)
    return diag_error_hint(p->diag, place(p, s),
                           "'low..high / 5' makes 5 classes of it",
                           "the range has %.0f values, more than %u", count,
                           (unsigned)VALUES_MOST);
  for (uint32_t i = 0; i < (uint32_t)count; i++)
    if (!add_single(p, vs, range_text(p, &r, i), s))
      return false;
  return true;
}

static bool splice(struct cover_parser *p, struct values *vs, struct span s) {
  struct span inner = parse_trim(s.at + 1, s.end - 1);
  uint32_t other = model_find_param(p->m, keep(p, inner));
  if (other == UINT32_MAX)
    return diag_error_hint(p->diag, place(p, s),
                           "expected a parameter defined above",
                           "unknown parameter '%s'", keep(p, inner));
  const struct param *from = &p->m->params.at[other];
  for (uint32_t v = 0; v < from->count; v++)
    if (!parse_add_value(p, vs, from->values[v], s))
      return false;
  return true;
}

/* A trailing "(12)" is the weight; anything else in parentheses is text. */
static struct span take_weight(struct span s, uint32_t *weight) {
  *weight = 1;
  if (s.end == s.at || s.end[-1] != ')')
    return s;
  const char *open = s.end - 1;
  while (open > s.at && *open != '(')
    open--;
  struct span inside = parse_trim(open + 1, s.end - 1);
  unsigned long n = 0;
  for (const char *c = inside.at; c < inside.end; c++) {
    if (!isdigit((unsigned char)*c) || n > 1000000)
      return s;
    n = n * 10 + (unsigned long)(*c - '0');
  }
  if (*open != '(' || inside.at == inside.end || n == 0)
    return s;
  *weight = (uint32_t)n;
  return parse_trim(s.at, open);
}

static bool parse_value(struct cover_parser *p, struct values *vs, struct span s) {
  if (s.at == s.end) { /* PICT takes it for a value, so do we */
    diag_warning(p->diag, parse_place(p, s.at, 1), "expected a value",
                 "empty value");
    return add_single(p, vs, arena_string(&p->m->arena, "", 0), s);
  }
  if (*s.at == '<' && s.end[-1] == '>' && s.end - s.at > 2)
    return splice(p, vs, s);
  bool is_range;
  if (!parse_add_range(p, vs, s, &is_range))
    return false;
  if (is_range)
    return true;
  struct span whole = s;
  struct value v = {0};
  s = take_weight(s, &v.weight);
  VEC(const char *) names = {0};
  for (const char *at = s.at;;) {
    const char *cut = memchr(at, p->opt.alias_delimiter, (size_t)(s.end - at));
    struct span name = parse_trim(at, cut ? cut : s.end);
    if (name.at < name.end && *name.at == p->opt.negative_prefix &&
        name.end - name.at > 1) {
      v.negative = v.negative || !names.len;
      name = parse_trim(name.at + 1, name.end);
    }
    if (name.at == name.end)
      diag_warning(p->diag, place(p, whole), "expected a name",
                   "empty name of a value");
    vec_push(&names, keep(p, name));
    if (!cut)
      break;
    at = cut + 1;
  }
  v.names = arena_copy(&p->m->arena, names.at, names.len * sizeof *names.at);
  v.name_count = (uint32_t)names.len;
  v.name = v.names[0];
  vec_free(&names);
  return parse_add_value(p, vs, v, whole);
}

static bool parse_values(struct cover_parser *p, struct values *vs, struct span s) {
  bool ok = true;
  for (const char *at = s.at;;) {
    const char *cut = memchr(at, p->opt.value_delimiter, (size_t)(s.end - at));
    ok = parse_value(p, vs, parse_trim(at, cut ? cut : s.end)) && ok;
    if (!cut)
      return ok;
    at = after(p, cut, s.end);
  }
}

/* --- parameters ----------------------------------------------------------- */

static struct span take_order(struct span name, uint32_t *order) {
  *order = 0;
  const char *at = name.end;
  while (at > name.at && isdigit((unsigned char)at[-1]))
    at--;
  struct span left = parse_trim(name.at, at);
  if (at == name.end || name.end - at > 3 || left.at == left.end ||
      left.end[-1] != '@')
    return name;
  *order = (uint32_t)atoi(at);
  return parse_trim(name.at, left.end - 1);
}

static bool finish_values(struct cover_parser *p, struct param *param,
                          struct values *vs, struct span where) {
  bool all_negative = vs->at.len > 0;
  param->numeric = true;
  vec_each(&vs->at, v) {
    all_negative = all_negative && v->negative;
    param->numeric = param->numeric && v->is_number;
    p->m->has_negative = p->m->has_negative || v->negative;
  }
  if (all_negative)
    return diag_error_hint(p->diag, place(p, where),
                           "expected at least one value without the prefix",
                           "every value of '%s' is negative", param->name);
  param->count = (uint32_t)vs->at.len;
  param->values = arena_copy(&p->m->arena, vs->at.at,
                             vs->at.len * sizeof *vs->at.at);
  return true;
}

bool parse_add_param(struct cover_parser *p, struct param *param,
                     struct values *vs, struct span name) {
  param->name = keep(p, name);
  param->at = place(p, name);
  bool ok = finish_values(p, param, vs, name);
  vec_free(&vs->at);
  names_free(&vs->seen);
  struct arena scratch = {0};
  const char *folded = model_fold(p->m, &scratch, param->name);
  size_t before = p->m->names.at.len;
  uint32_t id = names_add(&p->m->names, folded, strlen(folded));
  arena_free(&scratch);
  if (id < before)
    return diag_error(p->diag, param->at,
                      "parameter '%s' is defined twice (first in line %u)",
                      param->name, p->m->params.at[id].at.line);
  vec_push(&p->m->params, *param);
  return ok;
}

static bool parse_param(struct cover_parser *p, struct span line) {
  const char *cut = memchr(line.at, ':', (size_t)(line.end - line.at));
  if (!cut)
    cut = memchr(line.at, p->opt.value_delimiter,
                 (size_t)(line.end - line.at));
  if (!cut)
    return diag_error_hint(p->diag, place(p, line),
                           "expected 'name: value, value', '{ ... }' or a "
                           "rule that ends with ';'",
                           "cannot understand this line");
  struct param param = {0};
  struct span name = take_order(parse_trim(line.at, cut), &param.order);
  if (name.at == name.end)
    diag_warning(p->diag, parse_place(p, line.at, 1),
                 "expected a name before ':'", "a parameter without a name");
  param.result = name.at < name.end && *name.at == '$';
  struct span rest = parse_trim(cut + 1, line.end);
  if (rest.at == rest.end)
    return diag_error_hint(p->diag, place(p, name),
                           "expected values after ':'",
                           "parameter '%s' has no values", keep(p, name));
  struct values vs = {0};
  bool ok = parse_values(p, &vs, rest);
  return parse_add_param(p, &param, &vs, name) && ok;
}

/* --- relations ------------------------------------------------------------ */

static int by_number(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

static bool relation_member(struct cover_parser *p, struct span name,
                            uint32_t *param) {
  const char *text = keep(p, name);
  *param = model_find_param(p->m, text);
  if (*param != UINT32_MAX)
    return true;
  const char *near = model_nearest_param(p->m, text);
  return diag_error_hint(
      p->diag, place(p, name),
      near ? arena_printf(&p->m->arena, "did you mean '%s'?", near) : NULL,
      "unknown parameter '%s'", text);
}

static bool relation_strength(struct cover_parser *p, struct span rest,
                              struct relation *r) {
  if (rest.at == rest.end)
    return true;
  struct span number = parse_trim(rest.at + 1, rest.end);
  double n;
  if (*rest.at != '@' || !parse_number(keep(p, number), &n) || n < 1 ||
      n != floor(n))
    return diag_error_hint(p->diag, place(p, rest), "expected '@ number'",
                           "cannot understand what follows '}'");
  if (n > r->count)
    return diag_error(p->diag, place(p, number),
                      "strength %.0f of a relation of %u parameters", n,
                      r->count);
  r->strength = (uint32_t)n;
  return true;
}

bool parse_add_relation(struct cover_parser *p, struct span inside,
                        struct span where, struct relation *out) {
  VEC(uint32_t) members = {0};
  bool ok = true;
  for (const char *at = inside.at;;) {
    const char *cut = memchr(at, p->opt.value_delimiter,
                             (size_t)(inside.end - at));
    struct span name = parse_trim(at, cut ? cut : inside.end);
    uint32_t param;
    if (relation_member(p, name, &param))
      vec_push(&members, param);
    else
      ok = false;
    if (!cut)
      break;
    at = after(p, cut, inside.end);
  }
  struct relation r = {.at = place(p, where)};
  if (members.len)
    qsort(members.at, members.len, sizeof *members.at, by_number);
  for (size_t i = 0; i < members.len; i++)
    if (!i || members.at[i] != members.at[i - 1])
      members.at[r.count++] = members.at[i];
  r.params = arena_copy(&p->m->arena, members.at, r.count * sizeof *r.params);
  vec_free(&members);
  *out = r;
  return ok;
}

static bool parse_relation(struct cover_parser *p, struct span line) {
  const char *close = memchr(line.at, '}', (size_t)(line.end - line.at));
  if (!close)
    return diag_error(p->diag, place(p, line), "expected '}' in this line");
  struct relation r;
  bool ok = parse_add_relation(p, parse_trim(line.at + 1, close), line, &r);
  ok = ok && relation_strength(p, parse_trim(close + 1, line.end), &r);
  if (ok)
    vec_push(&p->m->relations, r);
  return ok;
}

/* --- the file ------------------------------------------------------------- */

static bool word(const char **at, const char *end, const char *w) {
  size_t len = strlen(w);
  if ((size_t)(end - *at) < len || strncasecmp(*at, w, len))
    return false;
  const char *after = *at + len;
  while (after < end && isspace((unsigned char)*after))
    after++;
  *at = after;
  return true;
}

static bool has_sign_test(struct span line) {
  for (const char *at = line.at; at < line.end; at++) {
    const char *c = at;
    if ((word(&c, line.end, "IsNegative") ||
         word(&c, line.end, "IsPositive")) && c < line.end && *c == '(')
      return true;
  }
  return false;
}

/* PICT's rule (IF..., [..]..., (..[..]...) and, what it forgets, NOT.  A
 * parameter may be called "IFace" or "Not found", so the word alone is not
 * enough: a bracket must follow. */
static bool looks_like_rule(struct span line) {
  const char *at = line.at;
  if (*at == '[')
    return true;
  if (*at == '(')
    return memchr(at, '[', (size_t)(line.end - at)) || has_sign_test(line);
  if (word(&at, line.end, "IF")) {
    if (at == line.end)
      return true; /* the condition begins in the next line */
    while (word(&at, line.end, "NOT"))
      ;
    const char *open = memchr(at, '[', (size_t)(line.end - at));
    return at == line.end || *at == '(' ||
           (open && !memchr(at, ':', (size_t)(open - at))) || /* 2 * [A] */
           word(&at, line.end, "IsNegative") ||
           word(&at, line.end, "IsPositive");
  }
  size_t len = (size_t)(line.end - at);
  if (line.end[-1] == ';' && memchr(at, '[', len) && !memchr(at, ':', len))
    return true; /* 2 * [A] > 3; */
  bool negated = false;
  while (word(&at, line.end, "NOT"))
    negated = true;
  if (negated && at < line.end && (*at == '[' || *at == '('))
    return true;
  return (word(&at, line.end, "IsNegative") ||
          word(&at, line.end, "IsPositive")) && at < line.end && *at == '(';
}

static bool parse_line(struct cover_parser *p, struct span line, bool *rules) {
  *rules = false;
  if (line.at == line.end || *line.at == '#')
    return true;
  if (looks_like_rule(line)) {
    *rules = true;
    return true;
  }
  if (*line.at == '{')
    return parse_relation(p, line);
  return parse_param(p, line);
}

static bool parse_sections(struct cover_parser *p) {
  bool ok = true;
  while (p->at < p->end) {
    const char *stop = memchr(p->at, '\n', (size_t)(p->end - p->at));
    if (!stop)
      stop = p->end;
    p->line_start = p->at;
    p->line++;
    bool rules;
    ok = parse_line(p, parse_trim(p->at, stop), &rules) && ok;
    if (rules)
      return parse_rules(p) && ok;
    p->at = stop < p->end ? stop + 1 : p->end;
  }
  return ok;
}

/* A rule judges a class by its first number.  So that no number of the
 * output breaks a rule, the first is the only one where rules look. */
static void narrow_classes(struct cover_model *m) {
  uint64_t *set = arena_array(&m->arena, uint64_t,
                              BITSET_WORDS(m->params.len + 1));
  vec_each(&m->rules, r) expr_params(r->expr, set);
  bitset_each(set, BITSET_WORDS(m->params.len + 1), p)
    for (uint32_t v = 0; v < m->params.at[p].count; v++) {
      struct value *value = &m->params.at[p].values[v];
      value->name_count = value->is_class ? 1 : value->name_count;
      value->is_class = false;
    }
}

static void begin(struct cover_parser *p, const char *file,
                  const struct parse_options *options) {
  *p->m = (struct cover_model){0};
  p->m->file = arena_string(&p->m->arena, file, strlen(file));
  if (options)
    p->opt = *options;
  if (!p->opt.value_delimiter)
    p->opt.value_delimiter = ',';
  if (!p->opt.alias_delimiter)
    p->opt.alias_delimiter = '|';
  if (!p->opt.negative_prefix)
    p->opt.negative_prefix = '~';
  p->m->case_sensitive = p->opt.case_sensitive;
}

/* The whole of it, in PICT's language or, when f is given, in another. */
bool parse_foreign(struct cover_model *m, const char *file, const char *text,
                   size_t len, const struct parse_options *options,
                   struct diag *diag, const struct foreign *f) {
  struct cover_parser p = {.m = m, .diag = diag};
  begin(&p, file, options);
  struct text decoded = {0};
  decode_text(text, len, &decoded);
  p.text = p.at = p.line_start = text_str(&decoded);
  p.end = p.text + decoded.len;
  bool ok = !memchr(p.text, 0, decoded.len) ||
            diag_error(diag, (struct diag_at){m->file, 0, 0, 0},
                       "not a text file: it holds a zero byte");
  m->foreign = f != NULL;
  if (f && decoded.len)
    foreign_blank(&decoded, f->comment);
  ok = ok && (f ? f->parse(&p) : parse_sections(&p));
  narrow_classes(m);
  text_free(&decoded);
  if (ok && !m->params.len)
    ok = diag_error_hint(diag, (struct diag_at){m->file, 0, 0, 0},
                         "expected lines such as 'Size: 10, 100'",
                         "no parameters");
  return ok;
}

bool parse_pict(struct cover_model *m, const char *file, const char *text,
                size_t len, const struct parse_options *options,
                struct diag *diag) {
  return parse_foreign(m, file, text, len, options, diag, NULL);
}
