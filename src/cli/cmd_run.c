/* heddle run: steps of a model, at random or as recorded. */
#include <limits.h>
#include <unistd.h>

#include "base/rng.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "form/walk.h"
#include "job/load.h"

struct run_options {
  struct operands defines;
  const char *scheme, *follow, *record;
  uint64_t seed, steps;
  bool json, quiet, brief;
};

static const struct usage usage = {
    .command = "run",
    .synopsis = "[options] MODEL.hed",
    .summary = "Takes steps of the model, each drawn from those that can be "
               "taken, until nothing can\nmove, something is wrong, or there "
               "were enough of them, and draws the run.",
    .more = "The same seed gives the same run.  --follow takes the steps of a "
            "recording of this\nmodel first.\n\n"
            "exit code: 0 nothing is wrong at the end, 1 a deadlock, a "
            "failure or a violated\nproperty, 2 bad input\n\n"
            "  heddle run --seed 7 models/phils.hed\n",
};

/* The recording's steps; false after a message. */
static bool follow(struct stepping *s, const char *file) {
  struct text text = {0};
  struct recording r = {0};
  bool ok = term_read(&text, file);
  if (ok) {
    struct diag d = host_diag(term_host());
    ok = recording_read(&r, file, text_str(&text), &d);
    host_said(term_host(), &d);
  }
  if (ok && r.digest != s->m->digest) {
    term_message("'%s' is of another model, or of this one before it changed, "
                 "or with other parameters",
                 file);
    ok = false;
  }
  for (size_t i = 0; ok && i < r.steps.len; i++)
    if (!stepping_follow(s, &r.steps.at[i])) {
      term_message("step %zu of '%s' cannot be taken", i + 1, file);
      ok = false;
    }
  recording_free(&r);
  text_free(&text);
  return ok;
}

static void walk_on(struct stepping *s, const struct run_options *o) {
  struct rng r = rng_seed(o->seed);
  while (s->at < o->steps && stepping_count(s) && !stepping_error(s))
    stepping_take(s, rng_below(&r, (uint32_t)stepping_count(s)));
}

static int run_model(const struct loaded *l, const struct run_options *o) {
  struct stepping s;
  struct text out = {0};
  stepping_open(&s, l->model);
  int status = EXIT_USAGE;
  if (!o->follow || follow(&s, o->follow)) {
    walk_on(&s, o);
    const char *end = walk_end(&s);
    if (o->json) {
      walk_json(&s, o->seed, &out);
    } else if (!o->quiet) {
      text_printf(&out, "%s, seed %llu: %s after %zu step%s\n", l->model->file,
                  (unsigned long long)o->seed, end ? end : "it could go on",
                  s.at, s.at == 1 ? "" : "s");
      if (!o->brief) {
        text_char(&out, '\n');
        walk_draw(&s, term_width(1, UINT_MAX), isatty(STDOUT_FILENO), &out);
      }
    }
    bool ok = term_print(&out) && (!o->record || term_write_run(&s, o->record));
    status = !ok ? EXIT_USAGE : stepping_error(&s) ? EXIT_FINDINGS : EXIT_HOLDS;
  }
  stepping_close(&s);
  text_free(&out);
  return status;
}

int cmd_run(int argc, char **argv) {
  struct run_options o = {.seed = 1, .steps = 100};
  const struct option table[] = {
      {"seed", 0, OPT_NUMBER, &o.seed, "N", "of the choices (default 1)"},
      {"steps", 'n', OPT_NUMBER, &o.steps, "N",
       "at most so many in all (default 100)"},
      {"follow", 0, OPT_STRING, &o.follow, "FILE",
       "the steps of this recording first"},
      {"define", 'D', OPT_LIST, &o.defines, "N=5", "set a parameter"},
      {"scheme", 0, OPT_STRING, &o.scheme, "S",
       "async, fifo, causal or mailbox, instead of the model's"},
      {"out", 'o', OPT_STRING, &o.record, "FILE",
       "keep the run, for replay, show and step"},
      {"record", 0, OPT_STRING, &o.record, "FILE", "the same"},
      {"json", 0, OPT_FLAG, &o.json, NULL, "for machines"},
      OPTION_BRIEF(&o.brief),
      OPTION_QUIET(&o.quiet),
      OPTION_WARNINGS,
      {0}};
  struct operands files = {0};
  struct loaded l = {0};
  int status = options_parse(&usage, table, argc, argv, &files);
  if (status < 0) {
    if (files.at.len != 1)
      status = usage_error(&usage, files.at.len ? "one model at a time"
                                                : "which model?");
    else if (!load_model(
                 &l, term_host(), files.at.at[0],
                 &(struct load_options){.defines = o.defines.at.at,
                                        .define_count = o.defines.at.len,
                                        .scheme = o.scheme}))
      status = EXIT_USAGE;
    else
      status = run_model(&l, &o);
  }
  load_free(&l);
  vec_free(&files.at);
  vec_free(&o.defines.at);
  return status;
}
