/* libFuzzer target of formulas: make fuzz-ltl builds it; then
 *
 *     build/fuzz/ltl_fuzz -dict=tests/fuzz/ltl.dict -max_total_time=1800 \
 *       -timeout=10 CORPUS
 *
 * The text is a property of a small model, in our own words and in those of
 * SPIN.  Whatever it is, reading it neither crashes nor hangs, and what is
 * understood becomes an automaton, or is too large for one, soon. */
#include <stdlib.h>

#include "base/text.h"
#include "explore/ltl.h"
#include "lang/lang.h"
#include "promela/promela.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void ignore(void *user, enum diag_level level, struct diag_at at,
                   const char *msg, const char *hint) {
  (void)user, (void)level, (void)at, (void)msg, (void)hint;
}

/* An automaton has edges of its own states only. */
static void look(const struct ltl *a) {
  if (!a->state_count || a->first.len != a->state_count + 1 ||
      a->first.at[a->state_count] != a->edges.len)
    abort();
  vec_each(&a->edges, e) if (e->to >= a->state_count || e->yes & e->no)
    abort();
}

static void translate(struct model *m) {
  for (uint32_t i = 0; m && i < m->temporal_count; i++)
    for (int negate = 0; negate < 2; negate++) {
      struct ltl a = {0};
      if (!m->temporals[i].never && !m->temporals[i].possibly &&
          ltl_open(&a, m, m->temporals[i].formula, negate))
        look(&a);
      ltl_close(&a);
    }
  model_free(m);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct diag diag = {.sink = ignore};
  struct promela_options o = {.no_cpp = true};
  struct text text = {0};
  text_printf(&text, "shared p: bool, q: bool, r: bool, s: 0..3\n"
                     "thread a { p = true; q = true; r = true; s = 2 }\n");
  text_add_n(&text, (const char *)data, size);
  text_printf(&text, "\n");
  translate(lang_read("fuzz.hed", text_str(&text), text.len, NULL, &diag));
  text_clear(&text);
  text_printf(&text, "bool p, q, r; byte s;\nactive proctype a() "
                     "{ p = true; q = true; r = true; s = 2 }\nltl f { ");
  text_add_n(&text, (const char *)data, size);
  text_printf(&text, " }\n");
  translate(promela_read("fuzz.pml", text_str(&text), text.len, &o, &diag));
  text_free(&text);
  return 0;
}
