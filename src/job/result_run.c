/* The run of a model, step by step, as a result tells it. */
#include "job/chart.h"
#include "job/result.h"
#include "model/interp.h"
#include "report/json.h"
#include "report/picture.h"

struct taker {
  const struct model *m;
  struct text *end;
  struct arena *arena;
  struct heddle_step *run;
  size_t taken;
  struct json changed;   /* what the step taken last changes ... */
  struct istate *before; /* ... since this state, or NULL */
};

static void take_change(void *user, const struct interp_change *c) {
  struct taker *t = user;
  struct text name = {0};
  if (c->process != NONE)
    text_printf(&name, "%s.", t->m->processes[c->process].name);
  text_add(&name, c->name);
  if (c->number)
    json_put_int(&t->changed, text_str(&name), c->value);
  else
    json_put_string(&t->changed, text_str(&name), c->text);
  text_free(&name);
}

/* What a step has changed is known when the next one comes, or the end. */
static void end_step(struct taker *t, const struct istate *s) {
  if (!t->before)
    return;
  interp_changes(t->before, s, take_change, t);
  interp_state_free(t->before);
  t->before = NULL;
}

/* A step, with the edge as it stands in the file, what it acts on, and, of a
 * reception, who sent the message. */
static void take_step(void *user, struct interp *in, const struct istate *s,
                      const struct model_step *step, size_t number) {
  struct taker *t = user;
  end_step(t, s);
  t->taken = number;
  if (!step) {
    if (t->end)
      interp_print_state(in, s, t->end);
    return;
  }
  const struct process *p = &t->m->processes[step->process];
  struct text text = {0};
  interp_print_step(in, s, step, &text);
  process_id sender = interp_sender(s, step);
  struct heddle_step *out = &t->run[number];
  *out = (struct heddle_step){
      .process = p->name,
      .text = result_lines(&text, t->arena),
      .at = {.file = t->m->file}};
  if (step->edge != NONE) {
    const struct source *source = &t->m->sources[p->edges[step->edge].source];
    out->edge = source->text;
    out->at.line = source->place.line;
    out->at.column = source->place.col;
  }
  if (step->object != NONE)
    out->object = t->m->objects[step->object].name;
  if (sender != NONE)
    out->sender = t->m->processes[sender].name;
  t->changed = json_keep(t->arena, &out->changed);
  json_key(&t->changed, "changed");
  json_open(&t->changed, '{');
  t->before = interp_copy(in, s);
}

void result_run(const struct recording *r, const struct model *m,
                struct text *end, struct arena *a,
                struct heddle_finding *out) {
  struct taker t = {.m = m, .end = end, .arena = a};
  struct text why = {0};
  out->run = t.run = arena_array(a, struct heddle_step, r->steps.len);
  recording_replay(r, m, take_step, &t, &why);
  out->length = t.taken;
  text_free(&why);
}

/* --- drawn ----------------------------------------------------------------- */

struct drawn {
  struct heddle_picture picture; /* the first member */
  struct chart chart;
};

static struct run_chart get_chart(const struct heddle_picture *p) {
  return ((const struct drawn *)p)->chart.run;
}

static void draw_text(const struct heddle_picture *p,
                      struct picture_style style, struct text *out) {
  const struct run_chart chart = get_chart(p);
  run_render_text(out, &chart,
                  (struct run_style){.width = style.width,
                                     .indent = 2,
                                     .colour = style.colour});
}

static void free_chart(void *chart) {
  chart_free(chart);
}

void result_picture(const struct recording *r, const struct model *m,
                    struct arena *a, struct heddle_finding *out) {
  struct text why = {0};
  struct drawn *d = arena_new(a, struct drawn);
  d->picture = (struct heddle_picture){.title = r->model,
                                       .text = draw_text,
                                       .chart = get_chart};
  bool ok = chart_make(&d->chart, r, m, &why);
  arena_at_end(a, free_chart, &d->chart);
  if (!ok)
    d->picture.broken = result_lines(&why, a);
  text_free(&why);
  out->picture = &d->picture;
}

/* --- for all results -------------------------------------------------------- */

const char *result_lines(struct text *t, struct arena *a) {
  const char *lines = t->len ? arena_string(a, text_str(t), t->len) : NULL;
  text_free(t);
  return lines;
}

static size_t more(size_t a, size_t b) {
  return a > b ? a : b;
}

struct result_wish result_wish_both(struct result_wish a,
                                    struct result_wish b) {
  return (struct result_wish){more(a.listed, b.listed), more(a.runs, b.runs),
                              more(a.pictures, b.pictures),
                              a.sheet || b.sheet};
}
