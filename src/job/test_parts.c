#include "job/test_parts.h"

#include "base/text.h"
#include "sched/contacts.h"
#include "sched/sched.h"
#include "sched/strategy.h"

static bool has_parts(const struct sched *s) {
  return s->options.strategy->choose && s->parts_len;
}

static void add_name(const struct sched *s, const struct sched_part *p,
                     struct text *out) {
  text_add(out, p->strategy->name);
  if (p->options.preemptions != s->options.preemptions)
    text_printf(out, " with %u preemption%s", p->options.preemptions,
                p->options.preemptions == 1 ? "" : "s");
}

static void add_pairs(const struct sched *s, struct text *out) {
  struct contacts_figures f = contacts_figures(s->contacts);
  if (!f.pairs)
    return;
  text_add(out, "  ");
  text_count(out, f.both);
  text_add(out, " of ");
  text_count(out, f.pairs);
  text_printf(out, " pair%s of accesses seen in both orders",
              f.pairs == 1 ? "" : "s");
  if (s->verdict == VERDICT_INCOMPLETE && f.once) {
    text_add(out, "; something new still comes in about one run of ");
    text_count(out, f.runs / f.once + !(f.runs / f.once));
  } else if (s->verdict == VERDICT_INCOMPLETE) {
    text_add(out, "; hardly anything new came of late");
  }
  text_char(out, '\n');
}

void test_parts_text(const struct sched *s, struct text *out) {
  if (!has_parts(s))
    return;
  text_add(out, "  ");
  if (s->findings.len) {
    text_add(out, "found by ");
    add_name(s, &s->parts[s->findings.at[0].part], out);
    text_add(out, "; ");
  }
  const char *comma = "";
  for (uint32_t i = 0; i < s->parts_len; i++) {
    const struct sched_part *p = &s->parts[i];
    if (!p->executions)
      continue;
    text_add(out, comma);
    add_name(s, p, out);
    text_char(out, ' ');
    text_count(out, p->executions);
    comma = ", ";
  }
  text_char(out, '\n');
  add_pairs(s, out);
}
