#include "job/replay.h"

#include <string.h>
#include <unistd.h>

#include "base/record_head.h"
#include "job/replay_change.h"
#include "job/replay_run.h"
#include "job/telling.h"

/* A recording that is run several times is started anew so many times. */
enum { STARTS = 4 };

/* --- what it ran on ------------------------------------------------------- */

/* The name that a recorded file has beside the recording. */
static const char *beside(struct arena *a, const char *recording,
                          const char *file) {
  const char *slash = strrchr(recording, '/'), *base = strrchr(file, '/');
  int folder = slash ? (int)(slash - recording) + 1 : 0;
  return arena_printf(a, "%.*s%s%s", folder, recording, folder ? "" : "./",
                      base ? base + 1 : file);
}

static bool readable(const struct target *t) {
  vec_each(&t->files, f) if (access(*f, R_OK)) return false;
  return true;
}

/* The recorded files; or those of the same names beside the recording, when
 * the first are not there or only the second are what was recorded. */
static bool find_files(struct target *t, struct tape *r, const char *name) {
  struct target near = {.host = t->host, .kind = t->kind};
  vec_each(&r->files, f) {
    vec_push(&t->files, *f);
    vec_push(&near.files, beside(&r->arena, name, *f));
  }
  bool here = readable(t), there = readable(&near);
  if (!here && !there)
    host_say(t->host,
             "cannot read '%s', nor '%s': say where it is now: heddle "
             "replay %s FILE",
             t->files.at[0], near.files.at[0], name);
  bool swap =
      there &&
      (!here || (target_identify(&near) && near.identity == r->identity &&
                 target_identify(t) && t->identity != r->identity));
  for (size_t i = 0; swap && i < t->files.len; i++)
    t->files.at[i] = near.files.at[i];
  vec_free(&near.files);
  return here || there;
}

static bool describe(struct target *t, struct tape *r,
                     const struct replay_options *o) {
  t->kind = r->target;
  for (size_t i = 0; i < r->flags.len; i++)
    vec_push(&t->flags, r->flags.at[i]);
  for (size_t i = 0; i < r->args.len; i++)
    vec_push(&t->args, r->args.at[i]);
  t->fork = r->fork;
  t->spurious = r->spurious;
  t->malloc_fails = r->malloc_fails;
  t->partial_io = r->partial_io;
  t->ranks = r->ranks;
  t->unbuffered = r->unbuffered;
  t->mpi_leaks = r->mpi_leaks;
  t->same_output = r->same_output;
  t->steps = r->steps;
  t->memory = r->memory;
  t->threads = r->threads_max;
  if (!o->files_len)
    return find_files(t, r, o->recording);
  for (size_t i = 0; i < o->files_len; i++)
    vec_push(&t->files, o->files[i]);
  return target_classify(t);
}

/* What the recording knows about its run, as far as it is still true. */
static struct minimised known_of(const struct replay *w) {
  const struct tape_switch *d = &w->tape.decisive;
  struct minimised m = {0};
  if (w->same && !w->changed && !w->tape.edited)
    m.decisive = (struct minimise_switch){.change = d->change,
                                          .from = d->from,
                                          .instead = d->instead,
                                          .event = d->event,
                                          .failed = d->change ? 0 : d->event,
                                          .always = !d->change && d->instead};
  return m;
}

void replay_tell(struct telling *told, const struct replay *w) {
  *told = (struct telling){0};
  struct minimised m = known_of(w);
  for (size_t i = 0; i < w->tape.sources.len; i++)
    listings_hint(&told->sources, w->tape.sources.at[i].path);
  telling_make(told, &w->target, &w->finding, &m);
}

/* --- running -------------------------------------------------------------- */

static bool run_all(struct replay *w) {
  uint64_t times = w->options->times;
  w->starts = 1;
  replay_set_threads(w->target.executor, &w->tape);
  for (uint64_t i = 0; i < times; i++) {
    if (i && i * STARTS / times != (i - 1) * STARTS / times) {
      if (!target_reopen(&w->target))
        return false;
      replay_set_threads(w->target.executor, &w->tape);
      w->starts++;
    }
    budget_watch(w->budget, w->target.executor);
    if (!replay_once(&w->target, &w->tape))
      return false;
    w->again += replay_again(&w->tape, w->target.executor, &w->finding);
  }
  replay_after(w->target.executor, &w->finding);
  return true;
}

static void tell_changes(struct replay *w) {
  struct text changes = {0};
  w->changed = replay_change(&w->tape, &w->target, &changes);
  if (w->changed)
    host_say(w->host, "the program has changed since '%s' was recorded:\n%.*s",
             w->name, (int)(changes.len ? changes.len - 1 : 0),
             text_str(&changes));
  text_free(&changes);
}

/* Once in the order that is wanted, and nothing near it. */
static bool run_moved(struct replay *w) {
  const struct replay_options *o = w->options;
  struct text why = {0};
  bool ok = w->same ||
            host_say(w->host, "'%s' does not come out as recorded", w->name);
  if (ok && !replay_order_make(&w->order, &o->move, &w->finding, &why))
    ok = host_say(w->host, "there is no such order: %s", text_str(&why));
  text_free(&why);
  if (!ok)
    return false;
  w->moved = w->tape;
  w->moved.choices.at = w->order.choices.at;
  w->moved.choices.len = w->order.choices.len;
  w->moved.trail.len = 0;
  w->tried = true;
  const struct retry_options once = {
      .seconds = budget_seconds(w->budget, o->seconds), .moved = true};
  return retry_run(&w->retry, &w->target, &w->moved, w->name, &once);
}

static bool replay(struct replay *w) {
  const struct replay_options *o = w->options;
  tell_changes(w);
  if (!run_all(w))
    return false;
  w->same = w->again == o->times;
  if (o->move.wanted)
    return run_moved(w);
  if (!o->try || (w->same && (o->stay || !w->changed)))
    return true;
  w->tried = true;
  const struct retry_options to = {
      .runs = o->runs, .seconds = budget_seconds(w->budget, o->seconds)};
  return retry_run(&w->retry, &w->target, &w->tape, w->name, &to);
}

bool replay_is_tape(const struct text *text) {
  return record_kind_of(text_str(text)) == RECORD_SCHEDULE;
}

bool replay_open(struct replay *w, const struct host *h,
                 const struct replay_options *o, const struct text *text,
                 struct budget *b) {
  *w = (struct replay){.host = h,
                       .options = o,
                       .budget = b,
                       .name = o->recording,
                       .target = {.host = h}};
  struct diag d = host_diag(h);
  bool ok = tape_read(&w->tape, w->name, text_str(text), text->len, &d);
  host_said(h, &d);
  w->target.deadline = b->end;
  w->target.give_up = budget_give_up;
  w->target.give_up_user = b;
  return ok && describe(&w->target, &w->tape, o) && target_open(&w->target) &&
         replay(w);
}

void replay_close(struct replay *w) {
  if (w->tried)
    retry_free(&w->retry);
  vec_free(&w->order.choices);
  reasons_free(&w->finding.after);
  target_close(&w->target);
  tape_free(&w->tape);
}
