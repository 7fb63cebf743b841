#include "job/chart.h"

#include <string.h>

#include "base/sound.h"
#include "model/interp.h"

/* A message on its way. */
struct flight {
  object_id object;
  process_id sender;
  const char *what; /* "one(3)" */
  uint32_t event;   /* 1 + its send */
};

struct drawing {
  struct chart *chart;
  const struct recording *recording;
  const struct model *model;
  VEC(struct flight) flights;
  struct istate *before; /* the step that was drawn last, or NULL */
  struct model_step last; /* it */
};

static enum run_kind kind_of(enum action a) {
  switch (a) {
  case ACT_SEND:
    return RUN_SEND;
  case ACT_RECEIVE:
    return RUN_RECEIVE;
  case ACT_READ:
    return RUN_READ;
  case ACT_WRITE:
    return RUN_WRITE;
  case ACT_LOCK:
    return RUN_LOCK;
  case ACT_UNLOCK:
    return RUN_UNLOCK;
  case ACT_P:
    return RUN_P;
  case ACT_V:
    return RUN_V;
  case ACT_INPUT:
    return RUN_INPUT;
  default:
    return RUN_LOCAL;
  }
}

static const char *state_name(const struct drawing *d, const struct istate *s,
                              process_id p) {
  EXPECTS(p < d->model->process_count);
  const struct process *process = &d->model->processes[p];
  return process->thread ? NULL
                         : process->locations[interp_location(s, p)].name;
}

/* The send whose message this reception takes: the oldest that fits. */
static uint32_t land(struct drawing *d, const struct model_step *step,
                     const char *what) {
  bool by_sender = d->model->objects[step->object].kind == OBJECT_PORT &&
                   (d->model->scheme == SCHEME_FIFO ||
                    d->model->scheme == SCHEME_CAUSAL);
  for (size_t i = 0; i < d->flights.len; i++) {
    struct flight *f = &d->flights.at[i];
    if (f->object != step->object || strcmp(f->what, what) ||
        (by_sender && f->sender != (process_id)step->choice))
      continue;
    uint32_t event = f->event;
    memmove(f, f + 1, (d->flights.len - i - 1) * sizeof *f);
    d->flights.len--;
    return event;
  }
  return 0;
}

static void note_messages(struct drawing *d, const struct model_step *step,
                          struct run_event *e) {
  const char *what = strpbrk(e->label, "!?");
  if (!what || step->object == NONE)
    return;
  what++;
  if (e->kind == RUN_SEND) {
    struct flight f = {step->object, step->process, what,
                       (uint32_t)d->chart->events.len + 1};
    vec_push(&d->flights, f);
    e->to = d->model->objects[step->object].to + 1;
  } else if (e->kind == RUN_RECEIVE) {
    e->match = land(d, step, what);
  }
}

/* --- what a step has changed ---------------------------------------------- */

struct changes {
  const struct drawing *drawing;
  struct text words;
};

/* "used = 1"; what the step itself says, and what is under way, which arrows
 * show, is not said again. */
static void add_change(void *user, const struct interp_change *change) {
  struct changes *k = user;
  const struct drawing *d = k->drawing;
  if (change->process == NONE &&
      (!change->number || change->object == d->last.object))
    return;
  bool other = change->process != NONE && change->process != d->last.process;
  text_printf(&k->words, "%s%s%s%s = %s", k->words.len ? ", " : "",
              other ? d->model->processes[change->process].name : "",
              other ? "." : "", change->name, change->text);
}

/* The state of the column after its last event, and the values that it has
 * changed. */
static void settle_states(struct drawing *d, const struct istate *s) {
  struct chart *c = d->chart;
  if (!c->events.len)
    return;
  struct run_event *last = vec_last(&c->events);
  if (last->fails)
    return;
  last->state = state_name(d, s, last->column);
  struct changes k = {.drawing = d};
  interp_changes(d->before, s, add_change, &k);
  if (k.words.len && !last->note)
    last->note = arena_string(&c->arena, text_str(&k.words), k.words.len);
  text_free(&k.words);
}

/* --- the end of the run --------------------------------------------------- */

static void add_waits(struct drawing *d, const struct istate *s,
                      const struct edge *edge, struct run_column *column) {
  const char *before = column->waits ? column->waits : "";
  const char *comma = column->waits ? " or " : "";
  object_id o = edge->count == 1 ? edge->table[0] : NONE;
  const char *name = o == NONE ? "" : d->model->objects[o].name;
  struct arena *a = &d->chart->arena;
  switch (edge->action) {
  case ACT_LOCK:
    column->waits = arena_printf(a, "%s%slock %s", before, comma, name);
    if (o != NONE && interp_object(s, o) >= 0)
      column->waits_for = (uint32_t)interp_object(s, o) + 1;
    break;
  case ACT_P:
    column->waits = arena_printf(a, "%s%sP %s", before, comma, name);
    break;
  case ACT_RECEIVE:
    column->waits =
        arena_printf(a, "%s%s%s", before, comma,
                     d->model->messages[edge->message].name);
    break;
  case ACT_SEND:
    column->waits =
        arena_printf(a, "%s%sroom in %s", before, comma, name);
    break;
  default:
    column->waits = arena_printf(a, "%s%sits guard", before, comma);
  }
}

static bool can_step(struct interp *in, const struct istate *s,
                     process_id p) {
  EXPECTS(p != NONE);
  struct interp_steps steps = {0};
  interp_steps(in, s, &steps);
  bool can = false;
  vec_each(&steps.at, t) can |= t->process == p;
  vec_free(&steps.at);
  return can;
}

/* Start code has failed, of this process or of another. */
static void describe_start(struct drawing *d, struct interp *in, process_id p) {
  struct run_column *column = &d->chart->columns.at[p];
  struct interp_failure why;
  column->state = NULL;
  column->ends = interp_start_fails(in, p, &why)
                     ? arena_printf(&d->chart->arena,
                                    "%s before its first step, line %u",
                                    failure_texts[why.failure], why.place.line)
                     : "has not begun";
}

static void describe_end(struct drawing *d, struct interp *in,
                         const struct istate *s, process_id p) {
  struct run_column *column = &d->chart->columns.at[p];
  const struct process *process = &d->model->processes[p];
  const struct location *at = &process->locations[interp_location(s, p)];
  struct arena *a = &d->chart->arena;
  for (object_id o = 0; o < d->model->object_count; o++)
    if (d->model->objects[o].kind == OBJECT_LOCK &&
        interp_object(s, o) == (int64_t)p)
      column->holds =
          arena_printf(a, "%s%slock %s", column->holds ? column->holds : "",
                       column->holds ? ", " : "", d->model->objects[o].name);
  if (at->final && !at->edge_count) {
    column->ends = process->thread ? "ended" : "final";
    return;
  }
  if (can_step(in, s, p))
    return;
  for (uint32_t i = 0; i < at->edge_count && i < 4; i++)
    add_waits(d, s, &process->edges[at->first_edge + i], column);
  if (!at->edge_count)
    column->waits = arena_printf(a, "nothing: '%s' has no edges", at->name);
}

/* Of a machine: slots behind the last process that moves. */
static void leave_out_unused(struct chart *c) {
  size_t used = 1;
  vec_each(&c->events, e) if (e->column >= used) used = e->column + 1;
  if (c->columns.len > used)
    c->columns.len = used;
}

/* --- walking -------------------------------------------------------------- */

static void draw(void *user, struct interp *in, const struct istate *s,
                 const struct model_step *step, size_t number) {
  struct drawing *d = user;
  struct chart *c = d->chart;
  if (!c->columns.len)
    for (process_id p = 0; p < d->model->process_count; p++) {
      struct run_column column = {.name = d->model->processes[p].name,
                                  .state = state_name(d, s, p)};
      vec_push(&c->columns, column);
    }
  settle_states(d, s);
  interp_state_free(d->before);
  d->before = step ? interp_copy(in, s) : NULL;
  if (!step) {
    if (d->model->machine) {
      leave_out_unused(c);
      return;
    }
    for (process_id p = 0; p < d->model->process_count; p++)
      if (interp_failed(s))
        describe_start(d, in, p);
      else
        describe_end(d, in, s, p);
    return;
  }
  d->last = *step;
  struct text label = {0};
  interp_print_step(in, s, step, &label);
  const struct process *process = &d->model->processes[step->process];
  struct run_event e = {.column = step->process, .kind = RUN_LOCAL};
  e.label = arena_string(&c->arena, text_str(&label), label.len);
  text_free(&label);
  if (step->edge != NONE) {
    const struct edge *edge = &process->edges[step->edge];
    e.kind = kind_of(edge->action);
    e.file = d->model->file;
    e.line = d->model->sources[edge->source].place.line;
  } else {
    e.kind = RUN_RECEIVE;
  }
  if (step->object != NONE)
    e.object = d->model->objects[step->object].name;
  bool last = number + 1 == d->recording->steps.len;
  e.fails = last && d->recording->finding.last_step_fails;
  note_messages(d, step, &e);
  if (e.fails && d->recording->finding.kind != FINDING_UNSPECIFIED)
    e.note = failure_texts[d->recording->finding.failure];
  if (number + d->recording->finding.circle == d->recording->steps.len)
    e.before = "from here on again and again";
  vec_push(&c->events, e);
}

bool chart_make(struct chart *c, const struct recording *r,
                const struct model *m, struct text *why) {
  *c = (struct chart){0};
  struct drawing d = {.chart = c, .recording = r, .model = m};
  bool ok = recording_replay(r, m, draw, &d, why);
  vec_free(&d.flights);
  c->run = (struct run_chart){
      .title = arena_printf(&c->arena, "%s: %s",
                            recording_word(r), r->where),
      .finding = arena_string(&c->arena, r->where, strlen(r->where)),
      .columns = c->columns.at,
      .column_count = c->columns.len,
      .events = c->events.at,
      .event_count = c->events.len,
      .circle = r->finding.circle < c->events.len ? r->finding.circle
                                                  : c->events.len};
  return ok;
}

void chart_free(struct chart *c) {
  vec_free(&c->columns);
  vec_free(&c->events);
  arena_free(&c->arena);
}
