#include "job/replay_try.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/sound.h"
#include "exec/source.h"
#include "job/events.h"
#include "job/host.h"
#include "job/record.h"
#include "job/replay_run.h"
#include "sched/datarace.h"
#include "sched/near.h"

enum { CHANGES_MOST = 4 };

/* The lines of a file of the program as it is now. */
struct retry_file {
  char *name;
  struct source_text source;
};

/* --- lines ---------------------------------------------------------------- */

static const struct source_text *source_of(struct retry *w, const char *name) {
  vec_each(&w->files, f) if (!strcmp((*f)->name, name)) return &(*f)->source;
  struct retry_file *file = alloc_zero(1, sizeof *file);
  file->name = strdup(name);
  source_read(&file->source, name);
  vec_push(&w->files, file);
  return &file->source;
}

/* The text of the line of a place; dies at the next call. */
static const char *line_at(struct retry *w, uint32_t site) {
  struct spot at = {0};
  text_clear(&w->line);
  if (w->x->place && site)
    at = w->x->place(w->x, site);
  if (at.file)
    source_line(source_of(w, at.file), at.line, &w->line);
  return text_str(&w->line);
}

/* --- what the search asks ------------------------------------------------- */

static bool matches(void *user, const struct event *e, uint32_t n) {
  struct retry *w = user;
  const struct tape *r = w->tape;
  const struct tape_place *p = &r->places.at[r->trail.at[n]];
  return p->kind == e->kind && !strcmp(p->text, line_at(w, e->site));
}

static bool same_line(struct retry *w, uint32_t site) {
  struct text place = {0};
  if (*w->tape->quote)
    return !strcmp(w->tape->quote, line_at(w, site));
  events_place(w->x, site, &place);
  bool same = !strcmp(text_str(&place), w->tape->place);
  text_free(&place);
  return same;
}

/* A race of the run at the recorded line, or any. */
static enum near_found judge_race(struct retry *w, struct sched_finding *f) {
  size_t n = datarace_find(w->races, f->events, f->events_len);
  enum near_found best = NEAR_NOTHING;
  for (size_t i = 0; i < n; i++) {
    struct datarace_pair p = datarace_at(w->races, i);
    bool same = same_line(w, f->events[p.second].site);
    if (best && !same)
      continue;
    f->kind = FOUND_RACE;
    f->event = p.second;
    f->other_event = p.first;
    f->site = f->events[p.second].site;
    f->thread = f->events[p.second].thread;
    f->other = f->events[p.first].thread;
    f->other_site = f->events[p.first].site;
    if (same)
      return NEAR_SAME;
    best = NEAR_OTHER;
  }
  return best;
}

/* What run i shows, by the measure of the recording. */
static enum near_found judge_as(struct retry *w, uint32_t i,
                                struct sched_finding *f) {
  EXPECTS(i < w->x->batch->done);
  replay_shown(w->x, i, f);
  if (w->x->batch->runs[i].end == RUN_DIVERGED)
    return NEAR_NOTHING;
  if (f->kind)
    return f->kind == w->tape->finding &&
                   (!replay_has_line(f->kind) || same_line(w, f->site))
               ? NEAR_SAME
               : NEAR_OTHER;
  return w->tape->finding == FOUND_RACE ? judge_race(w, f) : NEAR_NOTHING;
}

static enum near_found judge(void *user, const struct batch *b, uint32_t i) {
  EXPECTS(i < b->done);
  struct sched_finding f;
  (void)b;
  return judge_as(user, i, &f);
}

/* The run that was found, once more. */
static bool run_found(struct retry *w) {
  struct near *n = &w->near;
  struct sched_finding *f = &w->finding;
  struct tape again = *w->tape;
  again.choices.at = n->run.choices.at;
  again.choices.len = n->run.choices.len;
  again.stops = again.rounds = false;
  if (!replay_once(w->target, &again) || judge_as(w, 0, f) != n->found)
    return false;
  f->choices = n->run.choices.at;
  f->choices_len = (uint32_t)n->run.choices.len;
  replay_after(w->x, f);
  return true;
}

bool retry_run(struct retry *w, struct target *t, const struct tape *r,
               const char *name, const struct retry_options *o) {
  *w = (struct retry){.tape = r,
                      .target = t,
                      .name = name,
                      .moved = o->moved,
                      .x = t->executor,
                      .races = datarace_new()};
  struct near_options no = {.choices = r->choices.at,
                            .choices_len = (uint32_t)r->choices.len,
                            .matches = r->trail.len ? matches : NULL,
                            .judge = judge,
                            .user = w,
                            .inputs = r->inputs.at,
                            .inputs_len = (uint32_t)r->inputs.len,
                            .runs = o->runs,
                            .seconds = o->seconds,
                            .changes = o->moved ? 0 : CHANGES_MOST};
  struct progress progress;
  near_open(&w->near, t->executor, &no);
  host_progress_begin(t->host, &progress);
  near_search(&w->near, &progress);
  host_progress_end(t->host, &progress);
  w->near.progress = NULL;
  if (w->near.reason && !strcmp(w->near.reason, "died"))
    return host_say(t->host, "%s",
                    t->executor->error ? t->executor->error
                                       : "the program does not answer");
  w->broken = w->near.found && !run_found(w);
  if (w->broken)
    host_say(t->host, "%s: the run that was found does not come again", name);
  return true;
}

void retry_record(const struct retry *w, struct text *out) {
  const struct tape *r = w->tape;
  record_text(w->target, r->inputs.at, r->inputs.len, r->unlike, &w->finding,
              NULL, out);
}

void retry_free(struct retry *w) {
  vec_each(&w->files, f) {
    source_free(&(*f)->source);
    free((*f)->name);
    free(*f);
  }
  vec_free(&w->files);
  text_free(&w->line);
  reasons_free(&w->finding.after);
  near_close(&w->near);
  datarace_free(w->races);
}
