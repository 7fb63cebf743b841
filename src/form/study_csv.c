#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "form/study.h"
#include "report/csv.h"

static void field(struct text *out, const char *s) {
  csv_field(out, s);
  text_char(out, ',');
}

static void line(struct text *out, const struct study_model *m,
                 const struct strategy *s, const struct outcome *o,
                 double reduction) {
  struct text why = {0};
  bool ran = o->status == OUTCOME_DONE || o->status == OUTCOME_LIMIT;
  bool agrees = measure_agrees(&m->outcomes[0], o, s, &why);
  field(out, m->name);
  text_printf(out, "%u,", m->processes);
  field(out, s->name);
  field(out, outcome_status_names[o->status]);
  if (ran)
    text_printf(out, "%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%.6f,%.6f,",
                o->states, o->transitions, o->bytes, o->seconds,
                o->cpu_seconds);
  else
    text_add(out, ",,,,,");
  if (!isnan(reduction))
    text_printf(out, "%.4f", reduction);
  text_char(out, ',');
  if (!isnan(m->outcomes[0].concurrency) && m->outcomes[0].status)
    text_printf(out, "%.4f", m->outcomes[0].concurrency);
  text_char(out, ',');
  for (int k = 0; k < FINDING_KINDS; k++) {
    if (ran && o->known >> k & 1)
      text_printf(out, "%" PRIu64, o->counts[k]);
    text_char(out, ',');
  }
  field(out, agrees ? "yes" : text_str(&why));
  field(out, o->why ? o->why : "");
  out->at[out->len - 1] = '\n'; /* instead of the last comma */
  text_free(&why);
}

void study_csv(const struct study_view *v, struct text *out) {
  text_add(out, "model,processes,strategy,status,states,transitions,bytes,"
                "seconds,cpu_seconds,reduction_states,concurrency,");
  for (int k = 0; k < FINDING_KINDS; k++)
    text_printf(out, "%s,", finding_kind_names[k]);
  text_add(out, "agrees,why\n");
  vec_each(&v->study->models, m) {
    for (size_t k = 0; k < v->study->strategies.len; k++)
      line(out, m, v->study->strategies.at[k], &m->outcomes[k],
           measure_reduction(m, k, MEASURE_STATES));
  }
}
