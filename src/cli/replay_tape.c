#include "cli/replay_tape.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/backstop.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "cli/replay_gdb.h"
#include "cli/replay_try.h"
#include "exec/tape.h"
#include "job/budget.h"
#include "job/events.h"
#include "job/replay_change.h"
#include "job/replay_run.h"
#include "job/target.h"
#include "job/telling.h"

/* A recording that is run several times is started anew so many times. */
enum { STARTS = 4 };

/* --- what it ran on ------------------------------------------------------- */

/* The name that a recorded file has beside the recording. */
static const char *beside(struct arena *a, const char *recording,
                          const char *file) {
  const char *slash = strrchr(recording, '/'), *base = strrchr(file, '/');
  int folder = slash ? (int)(slash - recording) + 1 : 0;
  return arena_printf(a, "%.*s%s%s", folder, recording,
                      folder ? "" : "./", base ? base + 1 : file);
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
    term_message("cannot read '%s', nor '%s': say where it is now: heddle "
                 "replay %s FILE",
                 t->files.at[0], near.files.at[0], name);
  bool swap = there && (!here || (target_identify(&near) &&
                                  near.identity == r->identity &&
                                  target_identify(t) &&
                                  t->identity != r->identity));
  for (size_t i = 0; swap && i < t->files.len; i++)
    t->files.at[i] = near.files.at[i];
  vec_free(&near.files);
  return here || there;
}

static bool describe(struct target *t, struct tape *r,
                     const struct operands *operands) {
  t->kind = r->target;
  for (size_t i = 0; i < r->flags.len; i++)
    vec_push(&t->flags, r->flags.at[i]);
  for (size_t i = 0; i < r->args.len; i++)
    vec_push(&t->args, r->args.at[i]);
  t->fork = r->fork;
  t->spurious = r->spurious;
  t->same_output = r->same_output;
  t->steps = r->steps;
  t->memory = r->memory;
  if (operands->at.len == 1)
    return find_files(t, r, operands->at.at[0]);
  for (size_t i = 1; i < operands->at.len; i++)
    vec_push(&t->files, operands->at.at[i]);
  return target_classify(t);
}

/* --- what is told --------------------------------------------------------- */

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

/* A replay, and how often the finding came. */
struct outcome {
  const struct replay_tape_options *options;
  struct target *target;
  struct tape *tape;
  const char *name;
  struct sched_finding finding; /* of the last run */
  uint64_t again;
  unsigned starts;
  bool changed;
  struct budget *budget;
};

static void add_json(const struct outcome *w, const struct telling *told,
                     bool same, struct text *out) {
  struct json j = {.out = out};
  json_begin(&j, "heddle.replay/1");
  json_put_string(&j, "name", w->name);
  json_put_string(&j, "finding", found_key(w->tape->finding));
  json_put_bool(&j, "reproduced", same);
  telling_after_json(&w->finding, &j);
  json_put_uint(&j, "times", w->again);
  json_put_uint(&j, "starts", w->starts);
  json_put_bool(&j, "changed", w->changed);
  json_key(&j, "events");
  events_json(w->target->executor, w->finding.events, w->finding.events_len,
              &j);
  json_key(&j, "story");
  json_open(&j, '{');
  story_json(&told->story, &j);
  json_close(&j);
  json_end(&j);
}

static void add_title(const struct outcome *w, bool same, struct text *out) {
  uint64_t times = w->options->times;
  text_printf(out, "%s: %s ", w->name, found_text(w->tape->finding));
  if (times > 1)
    text_printf(out, "came %llu times of %llu (%u starts of the %s)",
                (unsigned long long)w->again, (unsigned long long)times,
                w->starts,
                w->tape->target == TAPE_MODEL ? "model" : "program");
  else
    text_add(out, same ? "again" : "did not come again");
  if (same && w->finding.after.at.len) {
    text_add(out, ", after ");
    reasons_text(&w->finding.after, out);
  }
  text_char(out, '\n');
}

/* What the recording knows about its run, as far as it is still true. */
static struct minimised known_of(const struct outcome *w, bool same) {
  const struct tape_switch *d = &w->tape->decisive;
  struct minimised m = {0};
  if (same && !w->changed && !w->tape->edited)
    m.decisive = (struct minimise_switch){.change = d->change,
                                          .from = d->from,
                                          .instead = d->instead,
                                          .event = d->event,
                                          .failed = d->change ? 0 : d->event,
                                          .always = !d->change && d->instead};
  return m;
}

static void open_telling(struct telling *told, const struct outcome *w,
                         bool same) {
  struct minimised m = known_of(w, same);
  for (size_t i = 0; i < w->tape->sources.len; i++)
    listings_hint(&told->sources, w->tape->sources.at[i].path);
  telling_make(told, w->target, &w->finding, &m);
}

static bool tell(const struct outcome *w, bool same) {
  const struct replay_tape_options *o = w->options;
  struct text out = {0};
  struct telling told = {0};
  open_telling(&told, w, same);
  if (o->json) {
    add_json(w, &told, same, &out);
  } else {
    add_title(w, same, &out);
    if (!o->quiet) {
      text_char(&out, '\n');
      telling_text(&told, term_style(), &out);
      add_output(w->target->executor, &out);
    }
  }
  telling_close(&told);
  bool ok = term_print(&out);
  text_free(&out);
  return ok;
}

/* The story alone, in the form that was asked for. */
static int show(const struct outcome *w, bool same) {
  const struct replay_tape_options *o = w->options;
  struct text out = {0};
  struct telling told = {0};
  if (!same) {
    term_message("'%s' does not come out as recorded: expected '%s'",
                 w->name,
                 found_text(w->tape->finding));
    return EXIT_USAGE;
  }
  open_telling(&told, w, same);
  if (o->svg) {
    telling_svg(&told, &out);
  } else if (o->html) {
    telling_html(&told, w->name, &out);
  } else if (o->json) {
    struct json j = {.out = &out};
    json_begin(&j, "heddle.story/1");
    json_put_string(&j, "name", w->name);
    json_put_string(&j, "finding", found_key(w->tape->finding));
    telling_after_json(&w->finding, &j);
    story_json(&told.story, &j);
    json_end(&j);
  } else {
    telling_text(&told, term_style(), &out);
  }
  telling_close(&told);
  bool ok = term_write(&out, o->svg ? o->svg : o->html ? o->html : "-");
  text_free(&out);
  return ok ? EXIT_HOLDS : EXIT_USAGE;
}

/* --- running -------------------------------------------------------------- */

static bool run_all(struct outcome *w) {
  uint64_t times = w->options->times;
  w->starts = 1;
  replay_set_threads(w->target->executor, w->tape);
  for (uint64_t i = 0; i < times; i++) {
    if (i && i * STARTS / times != (i - 1) * STARTS / times) {
      if (!target_reopen(w->target))
        return false;
      replay_set_threads(w->target->executor, w->tape);
      w->starts++;
    }
    budget_watch(w->budget, w->target->executor);
    if (!replay_once(w->target, w->tape))
      return false;
    w->again += replay_again(w->tape, w->target->executor, &w->finding);
  }
  replay_after(w->target->executor, &w->finding);
  return true;
}

static int conclude(const struct outcome *w, bool same) {
  if (same)
    return EXIT_FINDINGS;
  if (w->changed) {
    term_message("--try looks for it near the old schedule");
    return EXIT_USAGE;
  }
  if (!w->tape->edited)
    return EXIT_BUG;
  replay_explain(w->tape, w->target, &w->finding, w->name);
  return EXIT_USAGE;
}

static int replay(struct outcome *w) {
  const struct replay_tape_options *o = w->options;
  struct text changes = {0};
  w->changed = replay_change(w->tape, w->target, &changes);
  if (w->changed)
    term_message("the program has changed since '%s' was recorded:\n%.*s",
                 w->name, (int)(changes.len ? changes.len - 1 : 0),
                 text_str(&changes));
  text_free(&changes);
  if (!run_all(w))
    return EXIT_USAGE;
  bool same = w->again == o->times;
  if (o->gdb && same)
    return replay_gdb(w->target, w->tape, &w->finding, w->name, o->gdb_args);
  if (o->try && (w->changed || !same))
    return replay_try(o, w->target, w->tape, w->name, w->budget);
  if (o->show)
    return show(w, same);
  if (!tell(w, same))
    return EXIT_USAGE;
  return conclude(w, same);
}

bool replay_is_tape(const struct text *text) {
  const char *second = text->len ? strchr(text->at, '\n') : NULL;
  return second && !strncmp(second + 1, "program ", 8);
}

int replay_tape(const struct replay_tape_options *o, const struct text *text,
                const struct operands *operands) {
  struct tape r = {0};
  struct target t = {.host = term_host()};
  struct budget budget = backstop_budget(o->budget);
  struct outcome w = {.options = o, .target = &t, .tape = &r,
                      .name = operands->at.at[0], .budget = &budget};
  int status = EXIT_USAGE;
  struct diag d = host_diag(t.host);
  bool ok = tape_read(&r, w.name, text_str(text), text->len, &d);
  host_said(t.host, &d);
  t.deadline = budget.end;
  t.give_up = budget_give_up;
  t.give_up_user = &budget;
  if (ok && describe(&t, &r, operands) && target_open(&t))
    status = replay(&w);
  if (status == EXIT_USAGE && budget_over(&budget)) {
    term_message("%s", *backstop_stop() ? "interrupted"
                                        : "the budget is used up");
    status = EXIT_INCOMPLETE;
  }
  reasons_free(&w.finding.after);
  target_close(&t);
  tape_free(&r);
  return status;
}
