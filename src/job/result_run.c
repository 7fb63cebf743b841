/* The run of a model, step by step, as a result tells it. */
#include <string.h>

#include "job/result.h"
#include "model/interp.h"
#include "model/recording.h"
#include "report/json.h"

struct taker {
  const struct model *m;
  const struct recording *r;
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
  if (!step)
    return;
  const struct process *p = &t->m->processes[step->process];
  const char *text = t->r->texts.at[number];
  process_id sender = interp_sender(s, step);
  struct heddle_step *out = &t->run[number];
  *out = (struct heddle_step){
      .process = p->name,
      .text = arena_string(t->arena, text, strlen(text)),
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
                struct arena *a, struct heddle_finding *out) {
  struct taker t = {.m = m, .r = r, .arena = a};
  struct text why = {0};
  out->run = t.run = arena_array(a, struct heddle_step, r->steps.len);
  recording_replay(r, m, take_step, &t, &why);
  out->length = t.taken;
  text_free(&why);
}
