#include "form/rerun_report.h"

#include "model/interp.h"
#include "report/json.h"

struct narrator {
  const struct recording *recording;
  const struct model *model;
  struct text *out;
};

static void narrate(void *user, struct interp *in, const struct istate *s,
                    const struct model_step *step, size_t number) {
  struct narrator *n = user;
  uint32_t circle = n->recording->finding.circle;
  if (step && number + circle == n->recording->steps.len)
    text_add(n->out, "      from here on again and again:\n");
  if (step) {
    text_printf(n->out, "%4zu  %-12s ", number + 1,
                n->model->processes[step->process].name);
    interp_print_step(in, s, step, n->out);
  } else {
    text_add(n->out, "      ");
    interp_print_state(in, s, n->out);
  }
  text_char(n->out, '\n');
}

bool rerun_report_text(const struct rerun *r, bool quiet, struct text *out,
                       struct text *why) {
  struct narrator n = {&r->recording, r->loaded.model, out};
  bool ok = recording_replay(&r->recording, r->loaded.model,
                             quiet ? NULL : narrate, &n, why);
  if (ok)
    text_printf(out, "%s: %s comes out again: %s\n", r->name,
                recording_word(&r->recording), r->recording.where);
  return ok;
}

bool rerun_report_json(const struct rerun *r, struct text *out,
                       struct text *why) {
  bool ok =
      recording_replay(&r->recording, r->loaded.model, NULL, NULL, why);
  struct json j = {.out = out};
  json_begin(&j, "heddle.replay/1");
  json_put_string(&j, "model", r->recording.model);
  json_put_string(&j, "finding", recording_word(&r->recording));
  json_put_string(&j, "where", r->recording.where);
  json_put_uint(&j, "steps", r->recording.steps.len);
  json_put_bool(&j, "reproduced", ok);
  if (!ok)
    json_put_string(&j, "why", text_str(why));
  json_end(&j);
  return ok;
}
