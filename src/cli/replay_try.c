#include "cli/replay_try.h"

#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "exec/source.h"
#include "job/events.h"
#include "job/record.h"
#include "job/replay_run.h"
#include "job/telling.h"
#include "sched/datarace.h"
#include "sched/near.h"

enum { CHANGES_MOST = 4 };

/* The lines of the program as it is now, by file. */
struct file {
  char *name;
  struct source source;
};

struct trial {
  const struct tape *tape;
  const struct target *target;
  struct executor *x;
  struct datarace *races;
  VEC(struct file) files;
  struct text line;
};

/* --- lines ---------------------------------------------------------------- */

static const struct source *source_of(struct trial *w, const char *name) {
  vec_each(&w->files, f) if (!strcmp(f->name, name)) return &f->source;
  struct file file = {.name = strdup(name)};
  source_read(&file.source, name);
  vec_push(&w->files, file);
  return &w->files.at[w->files.len - 1].source;
}

/* The text of the line of a place; dies at the next call. */
static const char *line_at(struct trial *w, uint32_t site) {
  struct spot at = {0};
  text_clear(&w->line);
  if (w->x->place && site)
    at = w->x->place(w->x, site);
  if (at.file)
    source_line(source_of(w, at.file), at.line, &w->line);
  return text_str(&w->line);
}

static void trial_free(struct trial *w) {
  vec_each(&w->files, f) {
    source_free(&f->source);
    free(f->name);
  }
  vec_free(&w->files);
  text_free(&w->line);
  datarace_free(w->races);
}

/* --- what the search asks ------------------------------------------------- */

static bool matches(void *user, const struct event *e, uint32_t n) {
  struct trial *w = user;
  const struct tape *r = w->tape;
  const struct tape_place *p = &r->places.at[r->trail.at[n]];
  return p->kind == e->kind && !strcmp(p->text, line_at(w, e->site));
}

static bool same_line(struct trial *w, uint32_t site) {
  struct text place = {0};
  if (*w->tape->quote)
    return !strcmp(w->tape->quote, line_at(w, site));
  events_place(w->x, site, &place);
  bool same = !strcmp(text_str(&place), w->tape->place);
  text_free(&place);
  return same;
}

/* A race of the run at the recorded line, or any. */
static enum near_found judge_race(struct trial *w, struct sched_finding *f) {
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
static enum near_found judge_as(struct trial *w, uint32_t i,
                                struct sched_finding *f) {
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
  struct sched_finding f;
  (void)b;
  return judge_as(user, i, &f);
}

/* --- what is told --------------------------------------------------------- */

static void add_followed(const struct near *n, struct text *out) {
  text_printf(out, "  of %u steps of the old schedule %u were done",
              n->options.choices_len, n->kept);
  if (n->gone)
    text_printf(out, ", %u could not be or are gone", n->gone);
  if (n->fresh)
    text_printf(out, "; %u new ones came in between", n->fresh);
  text_char(out, '\n');
}

static void add_extent(const struct near *n, struct text *out) {
  text_add(out, "  ");
  text_count(out, n->runs);
  text_printf(out, " execution%s", n->runs == 1 ? "" : "s");
  if (n->exhausted)
    text_add(out, ", and no other schedule is near");
  else if (n->reason && n->found != NEAR_SAME)
    text_printf(out, ", stopped: %s",
                !strcmp(n->reason, "runs")   ? "the number of runs is reached"
                : !strcmp(n->reason, "time") ? "the time is over"
                                             : "interrupted");
  if (n->found != NEAR_SAME && n->complete)
    text_printf(out, "; all with at most %u change%s were tried", n->complete,
                n->complete == 1 ? "" : "s");
  text_char(out, '\n');
}

/* The run that was found, once more; its finding borrows from the batch and
 * from the search. */
static bool run_found(struct trial *w, struct near *n,
                      struct sched_finding *f) {
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

static void add_found(const struct target *t, const struct near *n,
                      const struct sched_finding *f, bool quiet,
                      struct text *out) {
  struct telling told;
  if (n->changes)
    text_printf(out, " with %u change%s of the old schedule", n->changes,
                n->changes == 1 ? "" : "s");
  text_char(out, '\n');
  if (quiet)
    return;
  text_char(out, '\n');
  telling_open(&told, t, f, NULL);
  telling_text(&told, term_style(), out);
  telling_close(&told);
  text_char(out, '\n');
}

static void add_json(const struct near *n, const struct tape *r,
                     const struct sched_finding *f, const char *name,
                     struct text *out) {
  static const char *const found[] = {"nothing", "other", "same"};
  struct json j = {.out = out};
  json_begin(&j, "heddle.replay/1");
  json_put_string(&j, "name", name);
  json_put_string(&j, "finding", found_key(r->finding));
  json_put_bool(&j, "reproduced", false);
  json_put_string(&j, "near", found[n->found]);
  if (n->found)
    json_put_string(&j, "kind", found_key(f->kind));
  telling_after_json(f, &j);
  json_put_uint(&j, "executions", n->runs);
  json_put_uint(&j, "changes", n->found ? n->changes : n->complete);
  json_end(&j);
}

static void add_difference(struct trial *w, const struct sched_finding *f,
                           struct text *out) {
  const struct tape *r = w->tape;
  struct text place = {0};
  events_place(w->x, f->site, &place);
  text_printf(out, "fails differently: %s", found_text(f->kind));
  if (f->kind == r->finding && place.len)
    text_printf(out, " at %s", text_str(&place));
  text_printf(out, " instead of %s", found_text(r->finding));
  if (f->kind == r->finding && *r->place)
    text_printf(out, " at '%s'", *r->quote ? r->quote : r->place);
  text_free(&place);
}

static int tell(const struct replay_tape_options *o, struct trial *w,
                struct near *n, const struct target *t, const char *name) {
  const struct tape *r = w->tape;
  struct sched_finding f = {0};
  struct text out = {0};
  int status = n->found ? EXIT_FINDINGS : EXIT_INCOMPLETE;
  if (n->found && !run_found(w, n, &f)) {
    term_message("%s: the run that was found does not come again", name);
    return EXIT_BUG;
  }
  text_printf(&out, "%s: ", name);
  if (n->found == NEAR_SAME)
    text_printf(&out, "still fails: %s", found_text(f.kind));
  else if (n->found == NEAR_OTHER)
    add_difference(w, &f, &out);
  else
    text_printf(&out, "no longer fails in %llu executions near it\n",
                (unsigned long long)n->runs);
  if (n->found)
    add_found(t, n, &f, o->quiet, &out);
  if (n->followed)
    add_followed(n, &out);
  add_extent(n, &out);
  if (n->found && o->record) {
    struct text recording = {0};
    record_text(t, r->inputs.at, r->inputs.len, r->unlike, &f, NULL,
                &recording);
    if (!term_write(&recording, o->record))
      status = EXIT_USAGE;
    else
      text_printf(&out, "\nheddle replay %s    runs it again\n", o->record);
    text_free(&recording);
  }
  if (o->json) {
    text_clear(&out);
    add_json(n, r, &f, name, &out);
  }
  if (!term_print(&out))
    status = EXIT_USAGE;
  text_free(&out);
  reasons_free(&f.after);
  return status;
}

int replay_try(const struct replay_tape_options *o, struct target *t,
               const struct tape *r, const char *name,
               const struct budget *b) {
  struct trial w = {.tape = r,
                    .target = t,
                    .x = t->executor,
                    .races = datarace_new()};
  struct near_options no = {.choices = r->choices.at,
                            .choices_len = (uint32_t)r->choices.len,
                            .matches = r->trail.len ? matches : NULL,
                            .judge = judge,
                            .user = &w,
                            .inputs = r->inputs.at,
                            .inputs_len = (uint32_t)r->inputs.len,
                            .runs = o->runs,
                            .seconds = budget_seconds(b, o->seconds),
                            .changes = CHANGES_MOST};
  struct near n;
  struct progress progress;
  int status = EXIT_USAGE;
  near_open(&n, t->executor, &no);
  host_progress_begin(term_host(), &progress);
  near_search(&n, &progress);
  host_progress_end(term_host(), &progress);
  if (n.reason && !strcmp(n.reason, "died"))
    term_message("%s", t->executor->error ? t->executor->error
                                          : "the program does not answer");
  else
    status = tell(o, &w, &n, t, name);
  near_close(&n);
  trial_free(&w);
  return status;
}
