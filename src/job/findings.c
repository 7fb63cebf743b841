#include "job/findings.h"

#include <string.h>

#include "job/chart.h"
#include "model/interp.h"

const char *finding_word(enum finding_kind kind) {
  return kind == FINDING_UNEXECUTABLE ? "never taken"
                                      : finding_kind_names[kind];
}

const char *finding_property(const struct finding *f, const struct model *m,
                             struct place *place) {
  if (f->kind == FINDING_LIVENESS || f->kind == FINDING_CIRCLE) {
    *place = m->temporals[f->property].place;
    return m->temporals[f->property].text;
  }
  *place = m->properties[f->property].place;
  return m->properties[f->property].text;
}

bool finding_for_ever(const struct finding *f, const struct model *m) {
  return f->kind == FINDING_CIRCLE ||
         (f->kind == FINDING_LIVENESS && !m->temporals[f->property].possibly);
}

/* The state at the end of the run; the last step, when it fails, is not
 * taken.  `label`, if wanted, gets what each step does. */
static struct istate *end_state(const struct finding *f, struct interp *in,
                                struct recording *labels) {
  struct interp_failure failed = {0};
  struct istate *s = interp_initial(in, &failed);
  struct text label = {0};
  for (size_t i = 0; i < f->run.steps.len; i++) {
    const struct model_step *step = &f->run.steps.at[i];
    if (labels) {
      text_clear(&label);
      interp_print_step(in, s, step, &label);
      vec_push(&labels->texts,
               arena_string(&labels->arena, text_str(&label), label.len));
    }
    struct istate *next = interp_fire(in, s, step, &failed);
    if (!next)
      break;
    interp_state_free(s);
    s = next;
  }
  text_free(&label);
  return s;
}

static void where_message(const struct finding *f, const struct model *m,
                          struct text *out) {
  const struct process *p = &m->processes[f->process];
  const struct object *o = &m->objects[f->object];
  text_printf(out, "%s at %s %s %s ", p->name, p->locations[f->location].name,
              f->kind == FINDING_OVERFLOW ? "sends" : "cannot receive",
              m->messages[f->message].name);
  if (f->kind == FINDING_OVERFLOW)
    text_printf(out, "into the full %s", o->name);
  else if (o->kind == OBJECT_CHANNEL)
    text_printf(out, "from %s", m->processes[o->from].name);
  else
    text_printf(out, "on %s", o->name);
}

void finding_where_end(const struct finding *f, const struct model *m,
                       const char *end, struct text *out) {
  switch (f->kind) {
  case FINDING_DEADLOCK:
  case FINDING_BLOCKING:
    text_add(out, end);
    if (f->kind == FINDING_DEADLOCK && m->has_channels)
      text_add(out, ", all channels empty");
    break;
  case FINDING_UNSPECIFIED:
  case FINDING_OVERFLOW:
    where_message(f, m, out);
    break;
  case FINDING_PROPERTY:
  case FINDING_LIVENESS:
    text_add(out, finding_property(f, m, &(struct place){0}));
    break;
  case FINDING_CIRCLE:
    text_add(out, m->machine ? "a circle without progress"
                             : "a circle without progress, and everybody "
                               "moves who can");
    break;
  case FINDING_ENDLESS:
    text_printf(out, "%s at %s can no longer come to its end",
                m->processes[f->process].name,
                m->processes[f->process].locations[f->location].name);
    break;
  case FINDING_UNEXECUTABLE: {
    const struct source *s = &m->sources[f->source];
    text_printf(out, "%s %s %s", s->process, s->from, s->text);
    break;
  }
  default:
    text_printf(out, "%s:%u:%u: %s in %s", m->file, f->place.line, f->place.col,
                failure_texts[f->failure], m->processes[f->process].name);
  }
}

/* What each step does to `labels`, if given, and the state at the end. */
static void walk(const struct finding *f, const struct model *m,
                 struct recording *labels, struct text *end) {
  struct interp *in = interp_new(m);
  struct istate *s = end_state(f, in, labels);
  interp_print_state(in, s, end);
  interp_state_free(s);
  interp_free(in);
}

void finding_where(const struct finding *f, const struct model *m,
                   struct text *out) {
  struct text end = {0};
  if (f->kind == FINDING_DEADLOCK || f->kind == FINDING_BLOCKING)
    walk(f, m, NULL, &end);
  finding_where_end(f, m, text_str(&end), out);
  text_free(&end);
}

void finding_steps(const struct finding *f, const struct model *m,
                   struct recording *out) {
  *out = (struct recording){.model = m->file,
                            .digest = m->digest,
                            .scheme = m->scheme,
                            .where = ""};
  for (uint32_t i = 0; i < m->parameter_count; i++)
    vec_push(&out->parameters, m->parameters[i]);
  for (uint32_t i = 0; i < m->property_count; i++)
    if (!m->properties[i].place.line) /* a claim from outside */
      vec_push(&out->never, m->properties[i].text + strlen("never "));
  out->finding = (struct recorded_finding){
      f->kind,     f->process, f->location, f->message,        f->object,
      f->property, f->failure, f->place,    f->last_step_fails,
      f->circle};
  vec_each(&f->run.steps, s) vec_push(&out->steps, *s);
}

void finding_record(const struct finding *f, const struct model *m,
                    struct recording *out) {
  finding_steps(f, m, out);
  struct text end = {0}, where = {0};
  walk(f, m, out, &end);
  finding_where_end(f, m, text_str(&end), &where);
  out->where = arena_string(&out->arena, text_str(&where), where.len);
  text_free(&end);
  text_free(&where);
}

void finding_write(const struct finding *f, const struct model *m,
                   struct text *out) {
  struct recording r;
  finding_record(f, m, &r);
  recording_write(&r, out);
  recording_free(&r);
}

void finding_draw(const struct finding *f, const struct model *m,
                  struct text *out) {
  struct recording r;
  struct chart chart;
  struct text why = {0};
  finding_record(f, m, &r);
  chart_make(&chart, &r, m, &why);
  run_render_svg(out, &chart.run, SVG_ALONE);
  chart_free(&chart);
  text_free(&why);
  recording_free(&r);
}
