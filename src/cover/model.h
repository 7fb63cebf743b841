/* model: a configuration space: parameters, values, relations, rules.
 *
 * What PICT's language (and our additions to it) describes, after parsing:
 * a test gives every parameter one of its values; a rule says which tests
 * are valid; a relation (L 4.5, PICT's sub-model) is a set of parameters
 * with a strength of its own.  Everything lives in the model's arena and is
 * never changed after it was read.
 *
 * A conditional parameter ("[B] ONLY IF [A] = 1;") owns one more value, its
 * last, that means "absent".  It counts in tuples like any other value, so
 * that what is left out is tested with everything else too.  Logic is
 * Kleene's: a comparison of an absent parameter is unknown, and a rule is
 * broken only by a definite "false". */
#ifndef COVER_MODEL_H
#define COVER_MODEL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/map.h"
#include "base/vec.h"

struct rule_expr;

typedef uint16_t cell; /* the number of a value within its parameter */
enum { CELL_NONE = 0xffff, VALUES_MOST = 0xfffe };

struct value {
  const char *name;         /* the first name; what rules compare with */
  const char *const *names; /* all of them, the aliases too */
  uint32_t name_count;
  uint32_t weight; /* at least 1 */
  double number;   /* when the parameter is numeric */
  double last;     /* of a class of numbers; its first is `number` */
  bool is_number, negative, absent;
  bool is_class; /* stands for all numbers of its step from first to last */
};

struct param {
  const char *name;
  struct diag_at at;
  struct value *values;
  uint32_t count;
  uint32_t order; /* strength of its own ("Name @ 3"), or 0 */
  bool numeric;   /* every value is a number */
  bool result;    /* "$Name": computed by rules, not combined */
  bool conditional;
};

struct relation {
  uint32_t *params; /* ascending, no duplicates */
  uint32_t count;
  uint32_t strength; /* 0: the strength asked for */
  struct diag_at at;
};

struct rule {
  struct rule_expr *expr;
  const char *text; /* as written, on one line */
  struct diag_at at;
};

struct cover_model {
  struct arena arena;
  const char *file;
  bool case_sensitive;
  VEC(struct param) params;
  VEC(struct relation) relations;
  VEC(struct rule) rules;
  bool has_negative;
  bool foreign;       /* rules are written as another tool has them */
  struct names names; /* of parameters, as model_fold makes them */
};

void cover_model_free(struct cover_model *m);

/* The name as it is looked up: lower case unless case counts. */
char *model_fold(const struct cover_model *m, struct arena *a,
                 const char *name);
/* Compares as the model does: ignoring case unless it says otherwise. */
int model_compare(const struct cover_model *m, const char *a, const char *b);
/* The parameter or the value of that name (any alias), or UINT32_MAX.
 * Values may differ by case alone: the very name is looked for first.  A name
 * may be that of a negative value too, written without its prefix, and a
 * number that of its class. */
uint32_t model_find_param(const struct cover_model *m, const char *name);
uint32_t model_find_value(const struct cover_model *m, uint32_t param,
                          const char *name);
/* ... among the values that are negative, or among the others. */
uint32_t model_find_value_of(const struct cover_model *m, uint32_t param,
                             const char *name, bool negative);
/* The name nearest to a misspelt one, or NULL. */
const char *model_nearest_param(const struct cover_model *m, const char *name);

/* The first rule that the test breaks, or UINT32_MAX; cells may be
 * CELL_NONE.  Also UINT32_MAX - 1 when two values are negative. */
enum { RULE_NONE = UINT32_MAX, RULE_NEGATIVES = UINT32_MAX - 1 };
uint32_t model_broken_rule(const struct cover_model *m, const cell *test);

#endif
