/* why: which rules are to blame, and which say nothing new (see oracle.h).
 *
 * One solver for the whole model in which every rule has a switch; the
 * switches that took part in a refutation are a conflicting set, and trying
 * without each in turn makes it a smallest one. */
#include <string.h>

#include "base/alloc.h"
#include "cover/encode.h"
#include "cover/oracle.h"

struct switched {
  const struct cover_model *m;
  struct sat *sat;
  uint32_t *first;
  VEC(uint32_t) on;  /* by rule: the variable that switches it on */
  VEC(uint32_t) off; /* ... that switches its negation on */
  VEC(lit) assumed;
};

/* At most one parameter has a negative value: a group with one variable for
 * each parameter and one for "none". */
static void add_negatives(struct switched *s) {
  const struct cover_model *m = s->m;
  if (!m->has_negative)
    return;
  uint32_t which = sat_group(s->sat, (uint32_t)m->params.len + 1);
  for (uint32_t p = 0; p < m->params.len; p++)
    for (uint32_t v = 0; v < m->params.at[p].count; v++)
      if (m->params.at[p].values[v].negative)
        sat_clause(s->sat,
                   (lit[]){SAT_NEG(s->first[p] + v), SAT_POS(which + p)}, 2);
}

static void open_switched(struct switched *s, const struct cover_model *m,
                          struct halt *halt, bool negations) {
  *s = (struct switched){.m = m, .sat = sat_open(halt)};
  s->first = alloc_zero(m->params.len, sizeof *s->first);
  for (uint32_t p = 0; p < m->params.len; p++)
    s->first[p] = sat_group(s->sat, m->params.at[p].count);
  struct diag_at wide;
  for (size_t r = 0; r < m->rules.len && !halt_over(halt); r++) {
    struct encoder e = {.m = m, .sat = s->sat, .first = s->first};
    vec_push(&s->on, sat_var(s->sat));
    lit guard = SAT_NEG(*vec_last(&s->on));
    encode_rule(&e, m->rules.at[r].expr, true, &guard, 1, &wide);
    if (!negations)
      continue;
    e.strict = true;
    vec_push(&s->off, sat_var(s->sat));
    guard = SAT_NEG(*vec_last(&s->off));
    encode_rule(&e, m->rules.at[r].expr, false, &guard, 1, &wide);
  }
}

static void close_switched(struct switched *s) {
  sat_close(s->sat);
  free(s->first);
  vec_free(&s->on);
  vec_free(&s->off);
  vec_free(&s->assumed);
}

static bool possible_with(struct switched *s, const rule_set *rules,
                          size_t without, const uint32_t *params,
                          const cell *values, uint32_t count) {
  vec_clear(&s->assumed);
  for (uint32_t i = 0; i < count; i++)
    vec_push(&s->assumed, SAT_POS(s->first[params[i]] + values[i]));
  for (size_t i = 0; i < rules->len; i++)
    if (i != without)
      vec_push(&s->assumed, SAT_POS(s->on.at[rules->at[i]]));
  return sat_solve(s->sat, s->assumed.at, s->assumed.len);
}

/* Keeps only the rules that took part in the last refutation. */
static void keep_failed(struct switched *s, rule_set *rules) {
  size_t kept = 0;
  for (size_t i = 0; i < rules->len; i++)
    if (sat_failed(s->sat, SAT_POS(s->on.at[rules->at[i]])))
      rules->at[kept++] = rules->at[i];
  rules->len = kept;
}

bool oracle_conflict(const struct cover_model *m, struct halt *halt,
                     const uint32_t *params, const cell *values, uint32_t count,
                     rule_set *out) {
  struct switched s;
  open_switched(&s, m, halt, false);
  add_negatives(&s);
  vec_clear(out);
  for (uint32_t r = 0; r < s.on.len; r++)
    vec_push(out, r);
  bool conflict = !possible_with(&s, out, SIZE_MAX, params, values, count);
  if (conflict)
    keep_failed(&s, out);
  for (size_t i = 0; conflict && i < out->len && !halt_over(halt);)
    if (possible_with(&s, out, i, params, values, count)) {
      i++;
    } else {
      memmove(&out->at[i], &out->at[i + 1],
              (out->len - i - 1) * sizeof *out->at);
      out->len--;
    }
  close_switched(&s);
  return conflict;
}

void oracle_redundant(const struct cover_model *m, struct halt *halt,
                      rule_set *out) {
  struct switched s;
  open_switched(&s, m, halt, true);
  rule_set others = {0};
  for (uint32_t r = 0; r < s.on.len; r++)
    vec_push(&others, r);
  for (uint32_t r = (uint32_t)m->rules.len; r-- > 0 && !halt_over(halt);) {
    size_t at = 0;
    while (others.at[at] != r)
      at++;
    memmove(&others.at[at], &others.at[at + 1],
            (others.len - at - 1) * sizeof *others.at);
    others.len--;
    vec_clear(&s.assumed);
    vec_each(&others, k)
      vec_push(&s.assumed, SAT_POS(s.on.at[*k]));
    vec_push(&s.assumed, SAT_POS(s.off.at[r]));
    if (sat_solve(s.sat, s.assumed.at, s.assumed.len)) {
      vec_resize(&others, others.len + 1);
      memmove(&others.at[at + 1], &others.at[at],
              (others.len - 1 - at) * sizeof *others.at);
      others.at[at] = r;
    } else {
      vec_push(out, r);
    }
  }
  if (halt_over(halt))
    vec_clear(out);
  for (size_t i = 0; i < out->len / 2; i++) { /* found from last to first */
    uint32_t swap = out->at[i];
    out->at[i] = out->at[out->len - 1 - i];
    out->at[out->len - 1 - i] = swap;
  }
  vec_free(&others);
  close_switched(&s);
}
