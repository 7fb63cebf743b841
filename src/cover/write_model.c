#include "cover/write_model.h"

#include <ctype.h>
#include <math.h>
#include <string.h>
#include <strings.h>

#include "base/bitset.h"
#include "base/sound.h"
#include "cover/expr.h"
#include "cover/parse.h"

/* What the values of a parameter are to the other tool. */
enum type { TYPE_TEXT, TYPE_NUMBER, TYPE_TRUTH };

struct writer {
  const struct cover_model *m;
  const struct dialect *d;
  struct diag *diag;
  struct text *out;
  struct arena arena;
  const char **name;   /* by parameter, as the other tool writes it */
  const char **absent; /* by parameter: what its "absent" is called */
  enum type *type;
  bool *ambiguous;     /* by parameter: two values look alike there */
  cell *test;          /* scratch: a partial test */
  bool failed;
};

struct dialect {
  const char *name, *called;
  bool negatives, relations, arithmetic;
  const char *and, *or, *equal, *unequal;
  bool (*name_fits)(const char *s);
  bool (*value_fits)(const char *s);
  enum type (*type)(const struct writer *w, uint32_t p);
  void (*param)(struct writer *w, uint32_t p);
  void (*value)(struct writer *w, struct text *t, uint32_t p, cell v);
  const char *before, *after; /* around a parameter in a rule */
  const char *rule, *end;     /* around a rule */
  const char *head, *relation_head, *rule_head;
};

static const struct param *param_of(const struct writer *w, uint32_t p) {
  EXPECTS(p < w->m->params.len);
  return &w->m->params.at[p];
}

/* Values that are written at all. */
static bool has_value(const struct writer *w, uint32_t p, uint32_t v) {
  EXPECTS(p < w->m->params.len);
  return w->d->negatives || !param_of(w, p)->values[v].negative;
}

static bool fail(struct writer *w, struct diag_at at, const char *why) {
  if (!w->failed)
    diag_error(w->diag, at, "%s cannot say this: %s", w->d->called, why);
  w->failed = true;
  return false;
}

static const char *value_name(const struct writer *w, uint32_t p, uint32_t v) {
  EXPECTS(p < w->m->params.len && v < w->m->params.at[p].count);
  const struct value *value = &param_of(w, p)->values[v];
  return value->absent ? w->absent[p] : value->name;
}

/* --- formulas ------------------------------------------------------------- */

/* Parts joined by "and" (all) or by "or". */
struct group {
  bool all;
  bool settled; /* the value is known whatever the parts are: !all */
  size_t parts;
  struct text text;
  const char *joint;
};

static struct group group_begin(const struct writer *w, bool all) {
  return (struct group){.all = all, .joint = all ? w->d->and : w->d->or};
}

static void group_add(struct group *g, const char *part) {
  if (g->parts++)
    text_add(&g->text, g->joint);
  text_add(&g->text, part);
}

/* A group as one part of another, of the other kind. */
static void group_end(struct group *g, struct group *into) {
  if (g->settled || !g->parts) {
    bool truth = g->settled ? !g->all : g->all;
    into->settled = into->settled || truth != into->all;
  } else if (g->parts == 1 || *into->joint == '\n') {
    group_add(into, text_str(&g->text));
  } else {
    struct text t = {0};
    text_printf(&t, "(%s)", text_str(&g->text));
    group_add(into, text_str(&t));
    text_free(&t);
  }
  text_free(&g->text);
}

static void add_constant(struct group *into, bool truth) {
  into->settled = into->settled || truth != into->all;
}

static void add_equal(struct writer *w, uint32_t p, cell v, bool equal,
                      struct group *into) {
  struct text t = {0};
  text_printf(&t, "%s%s%s %s ", w->d->before, w->name[p], w->d->after,
              equal ? w->d->equal : w->d->unequal);
  w->d->value(w, &t, p, v);
  group_add(into, text_str(&t));
  text_free(&t);
}

static bool look_alike(const struct writer *w, uint32_t p, uint32_t a,
                       uint32_t b) {
  const char *one = value_name(w, p, a), *other = value_name(w, p, b);
  double x, y;
  return !model_compare(w->m, one, other) ||
         (w->type[p] == TYPE_NUMBER && parse_number(one, &x) &&
          parse_number(other, &y) && x == y);
}

/* The values of the set are told apart from the others by their names.  Only
 * sets can fail to: atoms over several parameters compare names or numbers
 * themselves. */
static bool tells_apart(struct writer *w, uint32_t p, const uint64_t *set) {
  if (!w->ambiguous[p])
    return true;
  for (uint32_t a = 0; a < param_of(w, p)->count; a++)
    for (uint32_t b = 0; b < a; b++)
      if (has_value(w, p, a) && has_value(w, p, b) &&
          bitset_has(set, a) != bitset_has(set, b) &&
          look_alike(w, p, a, b))
        return false;
  return true;
}

static void add_set(struct writer *w, uint32_t p, const uint64_t *set,
                    struct diag_at at, struct group *into) {
  uint32_t in = 0, count = 0;
  for (uint32_t v = 0; v < param_of(w, p)->count; v++) {
    count += has_value(w, p, v);
    in += has_value(w, p, v) && bitset_has(set, v);
  }
  if (!in || in == count) {
    add_constant(into, in > 0);
    return;
  }
  if (!tells_apart(w, p, set)) {
    fail(w, at, "two values have one name there");
    return;
  }
  bool equal = in <= count - in;
  struct group own = group_begin(w, !equal);
  struct group *g = own.all == into->all ? into : &own;
  for (uint32_t v = 0; v < param_of(w, p)->count; v++)
    if (has_value(w, p, v) && bitset_has(set, v) == equal)
      add_equal(w, p, (cell)v, equal, g);
  if (g == &own)
    group_end(&own, into);
}

static bool holds(const struct writer *w, const struct rule_expr *atom,
                  bool wanted) {
  enum rule_truth t = expr_eval(w->m, atom, w->test);
  return t == UNKNOWN3 || (t == TRUE3) == wanted;
}

/* For every value of the first parameter: not that value, or the rest. */
static void spread(struct writer *w, const struct rule_expr *atom, bool wanted,
                   const uint32_t *ps, size_t n, struct group *into) {
  uint32_t p = *ps, count = param_of(w, p)->count;
  if (n > 1) {
    struct group all = group_begin(w, true);
    for (uint32_t v = 0; v < count && !w->failed; v++) {
      if (!has_value(w, p, v))
        continue;
      struct group any = group_begin(w, false);
      w->test[p] = (cell)v;
      add_equal(w, p, (cell)v, false, &any);
      spread(w, atom, wanted, ps + 1, n - 1, &any);
      group_end(&any, &all);
    }
    group_end(&all, into);
  } else {
    uint64_t *set = alloc_zero(BITSET_WORDS(count), sizeof *set);
    for (uint32_t v = 0; v < count; v++) {
      w->test[p] = (cell)v;
      if (holds(w, atom, wanted))
        bitset_add(set, v);
    }
    add_set(w, p, set, atom->at, into);
    free(set);
  }
  w->test[p] = CELL_NONE;
}

/* --- atoms that are written as they are ----------------------------------- */

static bool term_fits(const struct writer *w, const struct rule_expr *e) {
  switch (e->op) {
  case RULE_PARAM:
    return w->type[e->param] == TYPE_NUMBER && param_of(w, e->param)->numeric;
  case RULE_NUMBER:
    return e->number == floor(e->number) && fabs(e->number) < 1e15;
  case RULE_ADD:
  case RULE_SUB:
  case RULE_MUL: /* what "/" and "%" mean differs from tool to tool */
    return w->d->arithmetic && term_fits(w, e->a) && term_fits(w, e->b);
  default:
    return false;
  }
}

static void add_term(const struct writer *w, struct text *t,
                     const struct rule_expr *e) {
  if (e->op == RULE_PARAM) {
    text_printf(t, "%s%s%s", w->d->before, w->name[e->param], w->d->after);
  } else if (e->op == RULE_NUMBER) {
    text_printf(t, "%.0f", e->number);
  } else {
    text_char(t, '(');
    add_term(w, t, e->a);
    text_printf(t, " %c ", e->op == RULE_ADD ? '+' : e->op == RULE_SUB ? '-'
                                                                       : '*');
    add_term(w, t, e->b);
    text_char(t, ')');
  }
}

static bool add_comparison(struct writer *w, const struct rule_expr *e,
                           bool wanted, struct group *into) {
  static const enum rule_op opposite[] = {RULE_NE, RULE_EQ, RULE_GE,
                                          RULE_GT, RULE_LE, RULE_LT};
  static const char *const signs[] = {NULL, NULL, "<", "<=", ">", ">="};
  if (e->op < RULE_EQ || e->op > RULE_GE || !term_fits(w, e->a) ||
      !term_fits(w, e->b) || e->a->op == RULE_NUMBER ||
      (e->a->op == RULE_PARAM && e->b->op == RULE_PARAM &&
       e->a->param == e->b->param))
    return false;
  enum rule_op op = wanted ? e->op : opposite[e->op - RULE_EQ];
  struct text t = {0};
  add_term(w, &t, e->a);
  text_printf(&t, " %s ", op == RULE_EQ   ? w->d->equal
                          : op == RULE_NE ? w->d->unequal
                                          : signs[op - RULE_EQ]);
  add_term(w, &t, e->b);
  group_add(into, text_str(&t));
  text_free(&t);
  return true;
}

enum { COMBINATIONS_MOST = 1 << 14 };

static void add_atom(struct writer *w, const struct rule_expr *e, bool wanted,
                     struct group *into) {
  if (add_comparison(w, e, wanted, into))
    return;
  size_t words = BITSET_WORDS(w->m->params.len);
  uint64_t *set = alloc_zero(words, sizeof *set);
  VEC(uint32_t) ps = {0};
  double combinations = 1;
  expr_params(e, set);
  bitset_each(set, words, p) {
    combinations *= param_of(w, (uint32_t)p)->count;
    vec_push(&ps, (uint32_t)p);
  }
  if (!ps.len)
    add_constant(into, holds(w, e, wanted));
  else if (ps.len > 1 && combinations > COMBINATIONS_MOST)
    fail(w, e->at, "it relates too many values to be written out");
  else
    spread(w, e, wanted, ps.at, ps.len, into);
  vec_free(&ps);
  free(set);
}

static void add_formula(struct writer *w, const struct rule_expr *e, bool wanted,
                        struct group *into) {
  while (e->op == RULE_NOT) {
    e = e->a;
    wanted = !wanted;
  }
  if (expr_is_atom(e)) {
    add_atom(w, e, wanted, into);
    return;
  }
  struct group own = group_begin(w, (e->op == RULE_AND) == wanted);
  struct group *g = own.all == into->all ? into : &own;
  add_formula(w, e->a, wanted, g);
  add_formula(w, e->b, wanted, g);
  if (g == &own)
    group_end(&own, into);
}

/* Every part of a conjunction is a rule of its own. */
static void write_rule(struct writer *w, const struct rule *rule) {
  struct group g = group_begin(w, true);
  g.joint = "\n";
  add_formula(w, rule->expr, true, &g);
  if (g.settled) { /* nothing meets it */
    text_clear(&g.text);
    g.parts = 0;
    g.joint = w->d->and;
    add_equal(w, 0, 0, true, &g);
    add_equal(w, 0, 0, false, &g);
  }
  for (const char *at = text_str(&g.text); g.parts && *at;) {
    size_t len = strcspn(at, "\n");
    text_printf(w->out, "%s%.*s%s\n", w->d->rule, (int)len, at, w->d->end);
    at += len + (at[len] == '\n');
  }
  text_free(&g.text);
}

/* --- names ---------------------------------------------------------------- */

static bool is_reserved(const char *s) {
  static const char *const words[] = {
      "and", "or", "not", "in", "like", "if", "then", "else", "true", "false",
      "implies", "boolean", "model", "parameters", "constraints", "step"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (!strcasecmp(s, words[i]))
      return true;
  return false;
}

static bool is_word(const char *s) {
  if (!isalpha((unsigned char)*s) && *s != '_')
    return false;
  while (isalnum((unsigned char)*s) || *s == '_')
    s++;
  return !*s;
}

static bool is_identifier(const char *s) {
  return is_word(s) && !is_reserved(s);
}

static void choose_name(struct writer *w, struct names *taken, uint32_t p) {
  const struct param *param = param_of(w, p);
  struct text t = {0};
  text_add(&t, param->name);
  bool fits = w->d->name_fits(param->name);
  if (!fits) {
    text_clear(&t);
    const char *s = param->name;
    if (!isalpha((unsigned char)*s) && *s != '_')
      text_char(&t, '_');
    for (; *s; s++)
      text_char(&t, isalnum((unsigned char)*s) ? *s : '_');
    while (!is_identifier(text_str(&t)))
      text_char(&t, '_');
  }
  for (;;) {
    char *folded = model_fold(w->m, &w->arena, text_str(&t));
    size_t before = taken->at.len;
    if (names_add(taken, folded, strlen(folded)) == before)
      break;
    text_char(&t, '_');
    fits = false;
  }
  w->name[p] = arena_string(&w->arena, text_str(&t), t.len);
  if (!fits)
    diag_warning(w->diag, param->at, NULL, "'%s' is called '%s' there",
                 param->name, w->name[p]);
  text_free(&t);
}

/* Names that fit stay as they are, so they are given first. */
static void choose_names(struct writer *w) {
  struct names taken = {0};
  for (int round = 0; round < 2; round++)
    for (uint32_t p = 0; p < w->m->params.len; p++)
      if (w->d->name_fits(param_of(w, p)->name) == !round)
        choose_name(w, &taken, p);
  names_free(&taken);
}

static void look_at_values(struct writer *w, uint32_t p) {
  EXPECTS(p < w->m->params.len);
  const struct param *param = param_of(w, p);
  struct names seen = {0};
  struct text absent = {0};
  text_add(&absent, "absent");
  for (uint32_t v = 0; v < param->count; v++)
    if (!strcasecmp(param->values[v].name, text_str(&absent))) {
      text_char(&absent, '_');
      v = UINT32_MAX; /* from the first again */
    }
  w->absent[p] = arena_string(&w->arena, text_str(&absent), absent.len);
  text_free(&absent);
  w->type[p] = w->d->type(w, p);
  for (uint32_t v = 0; v < param->count; v++) {
    const char *name = value_name(w, p, v);
    double n;
    if (!has_value(w, p, v))
      continue;
    if (!w->d->value_fits(name)) {
      struct text t = {0};
      text_printf(&t, "the value '%s' of '%s'", name, param->name);
      fail(w, param->at, text_str(&t));
      text_free(&t);
    }
    char *key = w->type[p] == TYPE_NUMBER && parse_number(name, &n)
                    ? arena_printf(&w->arena, "%.17g", n)
                    : model_fold(w->m, &w->arena, name);
    size_t before = seen.at.len;
    w->ambiguous[p] |= names_add(&seen, key, strlen(key)) < before;
  }
  names_free(&seen);
}

/* --- what is left out ----------------------------------------------------- */

static void left_out(struct writer *w, struct diag_at at, bool any,
                     const char *what) {
  if (any)
    diag_warning(w->diag, at, NULL, "%s has no %s: left out", w->d->called,
                 what);
}

static void tell_left_out(struct writer *w) {
  struct diag_at at = {w->m->file, 0, 0, 0};
  bool aliases = false, classes = false, orders = false, results = false;
  for (uint32_t p = 0; p < w->m->params.len; p++) {
    const struct param *param = param_of(w, p);
    orders |= param->order > 0;
    results |= param->result;
    for (uint32_t v = 0; v < param->count; v++) {
      classes |= param->values[v].is_class;
      aliases |= !param->values[v].is_class && param->values[v].name_count > 1;
    }
  }
  bool own = !strcmp(w->d->name, "pict");
  left_out(w, at, aliases && !own, "second names of a value");
  left_out(w, at, classes, "classes of numbers but for their first one");
  left_out(w, at, orders && !own, "strength of a single parameter");
  left_out(w, at, results && !own, "computed parameters (they are combined "
                                   "like others)");
  left_out(w, at, w->m->has_negative && !w->d->negatives, "negative values");
  left_out(w, at, w->m->relations.len && !w->d->relations,
           "strengths of groups");
}

/* --- ACTS ----------------------------------------------------------------- */

static bool is_integer(const char *s) {
  s += *s == '-';
  size_t len = strspn(s, "0123456789");
  return len && len < 10 && !s[len] && (len == 1 || *s != '0');
}

static bool all_values(const struct writer *w, uint32_t p,
                       bool (*is)(const char *)) {
  for (uint32_t v = 0; v < param_of(w, p)->count; v++)
    if (has_value(w, p, v) && !is(value_name(w, p, v)))
      return false;
  return true;
}

static bool is_truth(const char *s) {
  return !strcmp(s, "true") || !strcmp(s, "false");
}

static bool acts_value_fits(const char *s) {
  return *s && !strpbrk(s, ",;\"'[]\\\n\t") && !strstr(s, "--") &&
         !strstr(s, "//") && !strstr(s, "/*") && !strstr(s, "..");
}

static enum type acts_type(const struct writer *w, uint32_t p) {
  if (param_of(w, p)->numeric && all_values(w, p, is_integer))
    return TYPE_NUMBER;
  return param_of(w, p)->count == 2 && all_values(w, p, is_truth) ? TYPE_TRUTH
                                                                  : TYPE_TEXT;
}

/* The base value: the only one of largest weight, where weights differ. */
static uint32_t base_value(const struct param *param) {
  uint32_t most = 1, base = UINT32_MAX;
  for (uint32_t v = 0; v < param->count; v++)
    if (param->values[v].weight > most && !param->values[v].negative) {
      most = param->values[v].weight;
      base = v;
    }
  return base;
}

static void acts_param(struct writer *w, uint32_t p) {
  EXPECTS(p < w->m->params.len);
  static const char *const types[] = {"enum", "int", "boolean"};
  const struct param *param = param_of(w, p);
  text_printf(w->out, "%s (%s) : ", w->name[p], types[w->type[p]]);
  uint32_t base = base_value(param);
  for (int negative = 0; negative < 2; negative++) {
    bool first = true;
    for (uint32_t v = 0; v < param->count; v++)
      if (param->values[v].negative == negative) {
        text_add(w->out, !first ? ", " : negative ? " ; " : "");
        text_printf(w->out, v == base ? "[%s]" : "%s", value_name(w, p, v));
        first = false;
      }
  }
  text_char(w->out, '\n');
}

static void acts_value(struct writer *w, struct text *t, uint32_t p, cell v) {
  EXPECTS(p < w->m->params.len);
  text_printf(t, w->type[p] == TYPE_TEXT ? "\"%s\"" : "%s",
              value_name(w, p, v));
}

/* --- CTWedge -------------------------------------------------------------- */

static bool ctwedge_value_fits(const char *s) {
  return !strpbrk(s, "\"#\n\\") && !strstr(s, "//") && !strstr(s, "/*");
}

static enum type ctwedge_type(const struct writer *w, uint32_t p) {
  return all_values(w, p, is_integer) ? TYPE_NUMBER : TYPE_TEXT;
}

/* A value with the name of a parameter would be taken for it. */
static void ctwedge_value(struct writer *w, struct text *t, uint32_t p,
                          cell v) {
  EXPECTS(p < w->m->params.len);
  const char *name = value_name(w, p, v);
  bool bare = is_integer(name) || is_truth(name) || is_identifier(name);
  for (uint32_t q = 0; q < w->m->params.len; q++)
    bare = bare && strcasecmp(name, w->name[q]);
  text_printf(t, bare ? "%s" : "\"%s\"", name);
}

static void ctwedge_param(struct writer *w, uint32_t p) {
  EXPECTS(p < w->m->params.len);
  text_printf(w->out, "  %s: {", w->name[p]);
  for (uint32_t v = 0; v < param_of(w, p)->count; v++)
    if (has_value(w, p, v)) {
      text_char(w->out, ' ');
      ctwedge_value(w, w->out, p, (cell)v);
    }
  text_add(w->out, " }\n");
}

/* --- PICT ----------------------------------------------------------------- */

static bool pict_name_fits(const char *s) {
  return *s && !strpbrk(s, ":,]\\\n") && !is_reserved(s) && *s != '#' &&
         *s != '{' && *s != '[' && *s != '(';
}

static bool is_number(const char *s) {
  double n;
  return parse_number(s, &n);
}

static bool pict_value_fits(const char *s) {
  return *s && !strpbrk(s, ",|\n") && *s != '~' && *s != '<' &&
         s[strlen(s) - 1] != ')';
}

static enum type pict_type(const struct writer *w, uint32_t p) {
  return all_values(w, p, is_number) ? TYPE_NUMBER : TYPE_TEXT;
}

static void pict_param(struct writer *w, uint32_t p) {
  EXPECTS(p < w->m->params.len);
  const struct param *param = param_of(w, p);
  text_add(w->out, w->name[p]);
  if (param->order)
    text_printf(w->out, " @ %u", param->order);
  for (uint32_t v = 0; v < param->count; v++) {
    const struct value *value = &param->values[v];
    text_printf(w->out, "%s%s%s", v ? ", " : ": ", value->negative ? "~" : "",
                value_name(w, p, v));
    for (uint32_t i = 1; i < value->name_count && !value->is_class; i++)
      text_printf(w->out, "|%s", value->names[i]);
    if (value->weight > 1)
      text_printf(w->out, " (%u)", value->weight);
  }
  text_char(w->out, '\n');
}

static void pict_value(struct writer *w, struct text *t, uint32_t p, cell v) {
  EXPECTS(p < w->m->params.len);
  if (w->type[p] == TYPE_NUMBER) {
    text_add(t, value_name(w, p, v));
    return;
  }
  text_char(t, '"');
  for (const char *s = value_name(w, p, v); *s; s++)
    text_printf(t, *s == '"' || *s == '\\' ? "\\%c" : "%c", *s);
  text_char(t, '"');
}

/* --- the table ------------------------------------------------------------ */

static const struct dialect dialects[] = {
    {"acts", "ACTS", true, true, true, " && ", " || ", "=", "!=",
     is_identifier, acts_value_fits, acts_type, acts_param, acts_value, "", "",
     "", "", "[System]\nName: model\n\n[Parameter]\n", "\n[Relation]\n",
     "\n[Constraint]\n"},
    {"ctwedge", "CTWedge", false, false, true, " && ", " || ", "==", "!=",
     is_identifier, ctwedge_value_fits, ctwedge_type, ctwedge_param,
     ctwedge_value, "", "", "  # ", " #", "Model model\nParameters:\n", "",
     "Constraints:\n"},
    {"pict", "PICT", true, true, false, " AND ", " OR ", "=", "<>",
     pict_name_fits, pict_value_fits, pict_type, pict_param, pict_value, "[",
     "]", "", ";", "", "", "\n"},
};

const struct dialect *dialect_find(const char *name) {
  for (size_t i = 0; i < sizeof dialects / sizeof *dialects; i++)
    if (!strcmp(dialects[i].name, name))
      return &dialects[i];
  return NULL;
}

/* A relation without a strength has that of all the others. */
static void write_relations(struct writer *w) {
  bool acts = !strcmp(w->d->name, "acts"), begun = false;
  for (size_t i = 0; i < w->m->relations.len && w->d->relations; i++) {
    const struct relation *r = &w->m->relations.at[i];
    if (!r->strength)
      continue;
    if (!begun)
      text_add(w->out, w->d->relation_head);
    begun = true;
    text_printf(w->out, acts ? "R%zu : (" : "{ ", i + 1);
    for (uint32_t k = 0; k < r->count; k++)
      text_printf(w->out, "%s%s", k ? ", " : "", w->name[r->params[k]]);
    text_printf(w->out, acts ? ", %u)\n" : " } @ %u\n",
                r->strength < r->count ? r->strength : r->count);
  }
}

bool write_model(const struct cover_model *m, const struct dialect *d,
                 struct diag *diag, struct text *out) {
  size_t n = m->params.len;
  struct writer w = {.m = m, .d = d, .diag = diag, .out = out,
                     .name = alloc_zero(n, sizeof *w.name),
                     .absent = alloc_zero(n, sizeof *w.absent),
                     .type = alloc_zero(n, sizeof *w.type),
                     .ambiguous = alloc_zero(n, sizeof *w.ambiguous),
                     .test = alloc_zero(n, sizeof *w.test)};
  memset(w.test, 0xff, n * sizeof *w.test);
  choose_names(&w);
  tell_left_out(&w);
  text_add(out, d->head);
  for (uint32_t p = 0; p < n; p++) {
    look_at_values(&w, p);
    d->param(&w, p);
  }
  write_relations(&w);
  if (m->rules.len)
    text_add(out, d->rule_head);
  for (size_t i = 0; i < m->rules.len && !w.failed; i++)
    write_rule(&w, &m->rules.at[i]);
  arena_free(&w.arena);
  free(w.name);
  free(w.absent);
  free(w.type);
  free(w.ambiguous);
  free(w.test);
  return !w.failed;
}
