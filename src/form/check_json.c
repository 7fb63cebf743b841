#include <string.h>

#include "form/check.h"
#include "job/findings.h"
#include "model/interp.h"
#include "report/because.h"

static void put_where(struct json *j, const struct finding *f,
                      const struct model *m) {
  if (f->process != NONE) {
    const struct process *p = &m->processes[f->process];
    json_put_string(j, "process", p->name);
    if (f->location != NONE)
      json_put_string(j, "state", p->locations[f->location].name);
  }
  if (f->message != NONE)
    json_put_string(j, "message", m->messages[f->message].name);
  if (f->object != NONE)
    json_put_string(j, "object", m->objects[f->object].name);
  struct place place = f->place;
  if (f->property != NONE)
    json_put_string(j, "property", finding_property(f, m, &place));
  if (f->source != NONE) {
    const struct source *s = &m->sources[f->source];
    json_put_string(j, "process", s->process);
    json_put_string(j, "state", s->from);
    json_put_string(j, "edge", s->text);
  }
  if (f->failure)
    json_put_string(j, "failure", failure_texts[f->failure]);
  if (place.line) {
    json_put_string(j, "file", m->file);
    json_put_uint(j, "line", place.line);
    json_put_uint(j, "column", place.col);
  }
}

struct run_writer {
  struct json *j;
  const struct model *m;
  const struct recording *r;
  struct istate *before; /* the step written last, which is still open */
};

static void put_change(void *user, const struct interp_change *c) {
  const struct run_writer *w = user;
  struct text name = {0};
  if (c->process != NONE)
    text_printf(&name, "%s.", w->m->processes[c->process].name);
  text_add(&name, c->name);
  if (c->number)
    json_put_int(w->j, text_str(&name), c->value);
  else
    json_put_string(w->j, text_str(&name), c->text);
  text_free(&name);
}

/* The last step ends with the values that it has changed. */
static void end_step(struct run_writer *w, const struct istate *s) {
  if (!w->before)
    return;
  json_key(w->j, "changed");
  json_open(w->j, '{');
  interp_changes(w->before, s, put_change, w);
  json_close(w->j);
  json_close(w->j);
  interp_state_free(w->before);
  w->before = NULL;
}

/* A step, with the edge as it stands in the file, what it acts on, and, of a
 * reception, who sent the message. */
static void put_step(void *user, struct interp *in, const struct istate *s,
                     const struct model_step *step, size_t number) {
  struct run_writer *w = user;
  struct json *j = w->j;
  end_step(w, s);
  if (!step)
    return;
  const struct process *p = &w->m->processes[step->process];
  process_id sender = interp_sender(s, step);
  json_open(j, '{');
  json_put_string(j, "process", p->name);
  json_put_string(j, "step", w->r->texts.at[number]);
  if (step->edge != NONE) {
    const struct source *source = &w->m->sources[p->edges[step->edge].source];
    json_put_string(j, "edge", source->text);
    json_put_uint(j, "line", source->place.line);
  }
  if (step->object != NONE)
    json_put_string(j, "object", w->m->objects[step->object].name);
  if (sender != NONE)
    json_put_string(j, "sender", w->m->processes[sender].name);
  w->before = interp_copy(in, s);
}

static void put_run(struct json *j, const struct finding *f,
                    const struct model *m) {
  struct recording r;
  finding_record(f, m, &r);
  json_put_string(j, "where", r.where);
  if (f->kind == FINDING_UNEXECUTABLE) {
    recording_free(&r);
    return;
  }
  json_put_uint(j, "length", r.steps.len);
  if (finding_for_ever(f, m)) {
    json_put_uint(j, "stem", r.steps.len - f->circle);
    json_put_uint(j, "circle", f->circle);
  }
  json_key(j, "run");
  json_open(j, '[');
  struct run_writer w = {.j = j, .m = m, .r = &r};
  struct text why = {0};
  recording_replay(&r, m, put_step, &w, &why);
  text_free(&why);
  json_close(j);
  recording_free(&r);
}

static void put_findings(struct json *j, const struct check *c) {
  json_key(j, "findings");
  json_open(j, '[');
  vec_each(&c->result->findings, f) {
    json_open(j, '{');
    json_put_string(j, "kind", finding_kind_names[f->kind]);
    put_where(j, f, c->model);
    put_run(j, f, c->model);
    json_close(j);
  }
  json_close(j);
}

static void put_counts(struct json *j, const struct check *c) {
  json_key(j, "counts");
  json_open(j, '{');
  for (int k = 0; k < FINDING_KINDS; k++)
    if (c->find >> k & 1)
      json_put_uint(j, finding_kind_names[k], c->result->counts[k]);
  json_close(j);
  json_key(j, "exact");
  json_open(j, '{');
  for (int k = 0; k < FINDING_KINDS; k++)
    if (c->find >> k & 1)
      json_put_bool(j, finding_kind_names[k],
                    check_exact(c, (enum finding_kind)k));
  json_close(j);
}

void check_json(const struct check *c, struct text *out) {
  const struct explore_result *r = c->result;
  const struct explore_stats *st = &r->stats;
  struct json j = {.out = out};
  json_begin(&j, "heddle.check/1");
  json_put_string(&j, "model", c->model->file);
  json_put_string(&j, "verdict", verdict_names[r->verdict]);
  because_json(&j, &r->claim.because);
  under_json(&j, r->claim.under);
  json_put_string(&j, "strategy", c->strategy->name);
  json_put_bool(&j, "complete", !r->stopped && !r->claim.because.at.len);
  json_put_string(&j, "stopped", stop_reason_texts[r->stopped]);
#define PUT(name, unit, text) json_put_uint(&j, #name, st->name);
  EXPLORE_STATS(PUT)
#undef PUT
  json_put_real(&j, "bytes_per_state",
                st->states ? (double)(st->store_bytes + st->memo_bytes) /
                                 (double)st->states
                           : 0);
  json_put_real(&j, "seconds", st->seconds);
  json_put_real(&j, "cpu_seconds", st->cpu_seconds);
  if (st->searches || c->hashed) {
    json_put_real(&j, "omitted_expected", st->omitted);
    json_put_real(&j, "omission_probability", st->omission);
    json_put_uint(&j, "searches", st->searches ? st->searches : 1);
  }
  json_put_uint(&j, "jobs", c->jobs);
  json_put_string(&j, "scheme", scheme_names[c->model->scheme]);
  json_key(&j, "parameters");
  json_open(&j, '{');
  for (uint32_t i = 0; i < c->model->parameter_count; i++)
    json_put_int(&j, c->model->parameters[i].name,
                 c->model->parameters[i].value);
  json_close(&j);
  put_counts(&j, c);
  put_findings(&j, c);
  json_end(&j);
}
