#include "job/test_inputs.h"

#include "job/events.h"
#include "job/target.h"
#include "sched/concolic.h"

static void add_lost(const struct target *t, struct text *out) {
  enum { MOST = 5 };
  size_t count;
  const struct lost *lost = concolic_lost(t->concolic, &count);
  for (size_t i = 0; i < count && i < MOST; i++) {
    text_add(out, "  not every input: ");
    text_add(out, lost_text(lost[i].why));
    text_add(out, ", ");
    events_place(t->executor, lost[i].site, out);
    text_char(out, '\n');
  }
  if (count > MOST)
    text_printf(out, "  ... and %zu more places\n", count - MOST);
}

void test_inputs_text(const struct target *t, struct text *out) {
  if (!t->concolic)
    return;
  const struct concolic_stats *s = concolic_stats(t->concolic);
  const struct sym_query_stats *q = concolic_queries(t->concolic);
  text_add(out, "  symbolic inputs: ");
  text_count(out, s->branches);
  text_printf(out, " branch%s, ", s->branches == 1 ? "" : "es");
  text_count(out, s->both);
  text_add(out, " of them both ways; ");
  text_count(out, q->solved + q->unknown);
  text_printf(out, " question%s to the solver\n",
              q->solved + q->unknown == 1 ? "" : "s");
  add_lost(t, out);
}
