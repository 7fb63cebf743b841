#include "cover/model.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "base/sound.h"
#include "base/text.h"
#include "cover/expr.h"
#include "cover/parse.h"

void cover_model_free(struct cover_model *m) {
  vec_free(&m->params);
  vec_free(&m->relations);
  vec_free(&m->rules);
  names_free(&m->names);
  arena_free(&m->arena);
  *m = (struct cover_model){0};
}

int model_compare(const struct cover_model *m, const char *a, const char *b) {
  return m->case_sensitive ? strcmp(a, b) : strcasecmp(a, b);
}

char *model_fold(const struct cover_model *m, struct arena *a,
                 const char *name) {
  char *folded = arena_string(a, name, strlen(name));
  for (char *c = folded; !m->case_sensitive && *c; c++)
    *c = (char)tolower((unsigned char)*c);
  return folded;
}

uint32_t model_find_param(const struct cover_model *m, const char *name) {
  EXPECTS(name != NULL);
  struct arena scratch = {0};
  const char *folded = model_fold(m, &scratch, name);
  uint32_t id = names_find(&m->names, folded, strlen(folded));
  arena_free(&scratch);
  return id;
}

static uint32_t find_value(const struct cover_model *m, uint32_t param,
                           const char *name, bool negative, bool exact) {
  const struct param *p = &m->params.at[param];
  for (uint32_t v = 0; v < p->count; v++)
    for (uint32_t i = 0; i < p->values[v].name_count; i++)
      if (p->values[v].negative == negative &&
          (exact ? !strcmp(p->values[v].names[i], name)
                 : !model_compare(m, p->values[v].names[i], name)))
        return v;
  return UINT32_MAX;
}

uint32_t model_find_value_of(const struct cover_model *m, uint32_t param,
                             const char *name, bool negative) {
  EXPECTS(param < m->params.len);
  EXPECTS(param < m->params.len);
  uint32_t v = find_value(m, param, name, negative, true);
  return v != UINT32_MAX ? v : find_value(m, param, name, negative, false);
}

static uint32_t find_class(const struct param *p, const char *name) {
  double n;
  bool is_number = parse_number(name, &n);
  for (uint32_t v = 0; v < p->count && is_number; v++)
    if (p->values[v].is_class && p->values[v].number <= n &&
        n <= p->values[v].last)
      return v;
  return UINT32_MAX;
}

uint32_t model_find_value(const struct cover_model *m, uint32_t param,
                          const char *name) {
  EXPECTS(param < m->params.len);
  uint32_t v = model_find_value_of(m, param, name, false);
  if (v == UINT32_MAX)
    v = model_find_value_of(m, param, name, true);
  return v != UINT32_MAX ? v : find_class(&m->params.at[param], name);
}

const char *model_nearest_param(const struct cover_model *m, const char *name) {
  VEC(const char *) names = {0};
  for (size_t p = 0; p < m->params.len; p++)
    vec_push(&names, m->params.at[p].name);
  const char *near = text_nearest(name, names.at, names.len);
  vec_free(&names);
  return near;
}

uint32_t model_broken_rule(const struct cover_model *m, const cell *test) {
  EXPECTS(test != NULL);
  for (uint32_t r = 0; r < m->rules.len; r++)
    if (expr_eval(m, m->rules.at[r].expr, test) == FALSE3)
      return r;
  unsigned negatives = 0;
  for (uint32_t p = 0; m->has_negative && p < m->params.len; p++)
    negatives +=
        test[p] != CELL_NONE && m->params.at[p].values[test[p]].negative;
  return negatives > 1 ? RULE_NEGATIVES : RULE_NONE;
}
