#include "cli/replay_tape.h"

#include <string.h>

#include "cli/cli.h"
#include "cli/events.h"
#include "cli/options.h"
#include "cli/target.h"
#include "cli/telling.h"
#include "exec/tape.h"
#include "sched/datarace.h"

static void describe(struct target *t, const struct tape *r,
                     const struct operands *files) {
  t->kind = r->target;
  if (files->at.len > 1)
    for (size_t i = 1; i < files->at.len; i++)
      vec_push(&t->files, files->at.at[i]);
  else
    for (size_t i = 0; i < r->files.len; i++)
      vec_push(&t->files, r->files.at[i]);
  for (size_t i = 0; i < r->flags.len; i++)
    vec_push(&t->flags, r->flags.at[i]);
  for (size_t i = 0; i < r->args.len; i++)
    vec_push(&t->args, r->args.at[i]);
  t->fork = r->fork;
  t->spurious = r->spurious;
  t->steps = r->steps;
}

static void set_threads(struct executor *x, const struct tape *r) {
  uint16_t table[THREADS_MAX] = {0};
  size_t n = r->threads.len + 1;
  if (!x->set_threads || n > THREADS_MAX)
    return;
  for (size_t i = 1; i < n; i++)
    table[i] = (uint16_t)(r->threads.at[i - 1].parent |
                          r->threads.at[i - 1].index << 8);
  x->set_threads(x, table, n);
}

/* Runs it once; the run is runs[0] of the batch. */
static bool run_once(struct executor *x, const struct tape *r) {
  struct batch *b = x->batch;
  batch_clear(b);
  struct plan *p = batch_plan(b, (uint32_t)r->choices.len);
  if (!p || r->inputs.len > b->inputs_cap) {
    term_message("the recording is longer than a plan can be");
    return false;
  }
  batch_prefix(b, p, r->choices.at);
  p->flags |= PLAN_OUTPUT;
  if (r->inputs.len)
    memcpy(b->inputs, r->inputs.at, r->inputs.len * sizeof *b->inputs);
  p->inputs_len = b->inputs_len = (uint32_t)r->inputs.len;
  if (x->run(x) && b->done)
    return true;
  term_message("%s", x->error ? x->error : "the program does not answer");
  return false;
}

static bool same_race(const struct tape *r, struct executor *x,
                      struct sched_finding *f) {
  struct batch *b = x->batch;
  const struct run *run = &b->runs[0];
  struct datarace *d = datarace_new();
  size_t n = datarace_find(d, b->events + run->events, run->events_len);
  bool found = false;
  for (size_t i = 0; i < n && !found; i++) {
    struct datarace_pair p = datarace_at(d, i);
    struct text place = {0};
    f->event = p.second;
    f->other_event = p.first;
    f->site = b->events[run->events + p.second].site;
    events_place(x, f->site, &place);
    found = !strcmp(text_str(&place), r->place);
    text_free(&place);
  }
  datarace_free(d);
  return found;
}

/* What the run shows, as a finding; false when it is not the recorded one. */
static bool came_again(const struct tape *r, struct executor *x,
                       struct sched_finding *f) {
  struct batch *b = x->batch;
  const struct run *run = &b->runs[0];
  *f = (struct sched_finding){.kind = run->finding,
                              .thread = run->thread,
                              .site = run->site,
                              .events = b->events + run->events,
                              .events_len = run->events_len};
  if (run->text < b->text_len)
    f->text = b->text + run->text;
  if (!f->kind && run->end == RUN_DEADLOCK)
    f->kind = FOUND_DEADLOCK;
  if (!f->kind && run->end == RUN_STEPS)
    f->kind = FOUND_LIVELOCK;
  for (uint32_t i = 0; i < f->events_len; i++)
    if (f->events[i].thread == f->thread &&
        !(f->events[i].flags & EVENT_PENDING))
      f->event = i;
  if (r->finding != FOUND_RACE)
    return run->end != RUN_DIVERGED && f->kind == r->finding;
  f->kind = FOUND_RACE;
  return run->end != RUN_DIVERGED && same_race(r, x, f);
}

static void add_output(struct executor *x, struct text *out) {
  size_t len = 0;
  const char *output = x->output ? x->output(x, &len) : NULL;
  if (output && len) {
    text_add(out, "\n  what the program printed:\n\n");
    text_add_n(out, output, len);
    if (output[len - 1] != '\n')
      text_char(out, '\n');
  }
}

static void add_json(const struct telling *told, struct executor *x,
                     const struct sched_finding *f, const struct tape *r, const char *name, bool same,
                     uint64_t times, struct text *out) {
  struct json j = {.out = out};
  json_begin(&j, "heddle.replay/1");
  json_put_string(&j, "name", name);
  json_put_string(&j, "finding", found_key(r->finding));
  json_put_bool(&j, "reproduced", same);
  json_put_uint(&j, "times", times);
  json_key(&j, "events");
  events_json(x, f->events, f->events_len, &j);
  json_key(&j, "story");
  json_open(&j, '{');
  story_json(&told->story, &j);
  json_close(&j);
  json_end(&j);
}

/* The story alone, in the form that was asked for. */
static int show(const struct replay_tape_options *o, struct telling *told,
                const char *name, const struct tape *r, bool same) {
  struct text out = {0};
  const char *to = o->svg ? o->svg : o->html ? o->html : "-";
  if (!same) {
    term_message("'%s' does not come out as recorded: no %s", name,
                 found_text(r->finding));
    return EXIT_USAGE;
  }
  if (o->svg) {
    telling_svg(told, &out);
  } else if (o->html) {
    telling_html(told, name, &out);
  } else if (o->json) {
    struct json j = {.out = &out};
    json_begin(&j, "heddle.story/1");
    json_put_string(&j, "name", name);
    json_put_string(&j, "finding", found_key(r->finding));
    story_json(&told->story, &j);
    json_end(&j);
  } else {
    telling_text(told, &out);
  }
  bool ok = term_write(&out, to);
  text_free(&out);
  return ok ? EXIT_HOLDS : EXIT_USAGE;
}

static int replay(const struct replay_tape_options *o, struct target *t,
                  const struct tape *r, const char *name) {
  struct sched_finding f = {0};
  struct text out = {0};
  struct telling told;
  struct executor *x = t->executor;
  uint64_t again = 0;
  if (t->identity != r->identity)
    term_message("the files have changed since '%s' was recorded", name);
  set_threads(x, r);
  for (uint64_t i = 0; i < o->times; i++) {
    if (!run_once(x, r))
      return EXIT_USAGE;
    again += came_again(r, x, &f);
  }
  bool same = again == o->times;
  telling_open(&told, t, &f, NULL);
  if (o->show) {
    int status = show(o, &told, name, r, same);
    telling_close(&told);
    return status;
  }
  text_printf(&out, "%s: %s ", name, found_text(r->finding));
  if (o->times > 1)
    text_printf(&out, "came %llu times of %llu\n", (unsigned long long)again,
                (unsigned long long)o->times);
  else
    text_add(&out, same ? "again\n" : "did not come again\n");
  if (!o->quiet) {
    text_char(&out, '\n');
    telling_text(&told, &out);
    add_output(x, &out);
  }
  if (o->json) {
    text_clear(&out);
    add_json(&told, x, &f, r, name, same, again, &out);
  }
  telling_close(&told);
  bool ok = term_print(&out);
  text_free(&out);
  return !ok                          ? EXIT_USAGE
         : same                       ? EXIT_FINDINGS
         : t->identity != r->identity ? EXIT_USAGE
                                      : EXIT_BUG;
}

bool replay_is_tape(const struct text *text) {
  const char *second = text->len ? strchr(text->at, '\n') : NULL;
  return second && !strncmp(second + 1, "program ", 8);
}

int replay_tape(const struct replay_tape_options *o, const struct text *text,
                const struct operands *operands) {
  const char *name = operands->at.at[0];
  struct tape r = {0};
  struct target t = {0};
  struct term_diag d;
  int status = EXIT_USAGE;
  term_diag_begin(&d);
  bool ok = tape_read(&r, name, text_str(text), text->len, &d.diag);
  term_diag_end(&d);
  if (ok) {
    describe(&t, &r, operands);
    if (target_open(&t))
      status = replay(o, &t, &r, name);
  }
  target_close(&t);
  tape_free(&r);
  return status;
}
