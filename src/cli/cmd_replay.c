/* heddle replay and heddle show: a recording, run again or drawn. */
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/chart.h"
#include "cli/cli.h"
#include "cli/load.h"
#include "cli/options.h"
#include "cli/replay_tape.h"
#include "model/interp.h"
#include "report/doc.h"
#include "report/json.h"

/* A recording and the model it ran on. */
struct replay {
  struct recording recording;
  struct loaded loaded;
};

static void replay_free(struct replay *r) {
  recording_free(&r->recording);
  load_free(&r->loaded);
}

/* The model by the name in the recording: from here, else from where the
 * recording is, else beside the recording. */
static void model_path(const char *recording, const char *model,
                       char path[PATH_MAX]) {
  snprintf(path, PATH_MAX, "%s", model);
  const char *slash = strrchr(recording, '/'), *base = strrchr(model, '/');
  int folder = slash ? (int)(slash - recording) + 1 : 0;
  if (access(path, R_OK) && model[0] != '/')
    snprintf(path, PATH_MAX, "%.*s%s", folder, recording, model);
  if (access(path, R_OK) && base)
    snprintf(path, PATH_MAX, "%.*s%s", folder, recording, base + 1);
  if (access(path, R_OK))
    snprintf(path, PATH_MAX, "%s", model);
}

static bool read_recording(struct replay *r, const char *file) {
  struct text text = {0};
  if (!term_read(&text, file))
    return false;
  struct term_diag d = {0};
  term_diag_begin(&d);
  bool ok = recording_read(&r->recording, file, text_str(&text), &d.diag);
  term_diag_end(&d);
  text_free(&text);
  return ok;
}

static bool load_recorded(struct replay *r, const char *file) {
  if (!read_recording(r, file))
    return false;
  const struct recording *rec = &r->recording;
  char path[PATH_MAX];
  model_path(file, rec->model, path);
  VEC(struct lang_param) params = {0};
  vec_each(&rec->parameters, p) {
    struct lang_param q = {p->name, p->value};
    vec_push(&params, q);
  }
  struct lang_options o = {.params = params.at,
                           .param_count = params.len,
                           .has_scheme = true,
                           .scheme = rec->scheme};
  bool ok = load_model_as(&r->loaded, path, &o, true);
  vec_free(&params);
  if (!ok) {
    term_message("the model of this recording, '%s', cannot be read any more",
                 rec->model);
    return false;
  }
  if (r->loaded.model->digest == rec->digest)
    return true;
  term_message("'%s' has changed since '%s' was recorded: check it again",
               path, file);
  return false;
}

/* --- replay --------------------------------------------------------------- */

struct narrator {
  const struct recording *recording;
  const struct model *model;
  struct text *out;
};

static void narrate(void *user, struct interp *in, const struct istate *s,
                    const struct step *step, size_t number) {
  struct narrator *n = user;
  uint32_t circle = n->recording->finding.circle;
  if (step && number + circle == n->recording->steps.len)
    text_add(n->out, "      from here on again and again:\n");
  if (step) {
    text_printf(n->out, "%4zu  %-12s ", number + 1,
                n->model->processes[step->process].name);
    interp_print_step(in, s, step, n->out);
  } else {
    text_add(n->out, "      ");
    interp_print_state(in, s, n->out);
  }
  text_char(n->out, '\n');
}

static const struct usage replay_usage = {
    .command = "replay",
    .synopsis = "[options] RECORDING [FILE...] [-- ARGUMENT-OF-GDB...]",
    .summary = "Runs a recording again, step by step, and confirms its "
               "finding: of a model on the\nplain interpreter, of a program "
               "by running it.",
    .more = "FILE... stand for the recorded files of a program, when these "
            "have moved and are\nnot beside the recording either.\n\n"
            "in gdb: heddle event N, next, back, where, events, threads, bt "
            "THREAD,\nin THREAD COMMAND, run-to-failure; 'help heddle' says "
            "more\n\n"
            "exit code: 1 the finding came out again (--try: it fails), 0 "
            "the run of a\nmodel that need not show anything did, 2 "
            "the recording or\nwhat it ran on is not what it was, 3 --try: "
            "it does not fail within the bounds,\n4 it did not come out (a "
            "bug in heddle); with --gdb that of gdb\n",
};

static void replay_json(const struct replay *r, bool ok, const char *why,
                        struct text *out) {
  struct json j = {.out = out};
  json_begin(&j, "heddle.replay/1");
  json_put_string(&j, "model", r->recording.model);
  json_put_string(&j, "finding", recording_word(&r->recording));
  json_put_string(&j, "where", r->recording.where);
  json_put_uint(&j, "steps", r->recording.steps.len);
  json_put_bool(&j, "reproduced", ok);
  if (!ok)
    json_put_string(&j, "why", why);
  json_end(&j);
}

static int replay(const char *file, bool json, bool quiet) {
  struct replay r = {0};
  if (!load_recorded(&r, file)) {
    replay_free(&r);
    return EXIT_USAGE;
  }
  struct text out = {0}, why = {0};
  struct narrator n = {&r.recording, r.loaded.model, &out};
  bool ok = recording_replay(&r.recording, r.loaded.model,
                             json || quiet ? NULL : narrate, &n, &why);
  if (json)
    replay_json(&r, ok, text_str(&why), &out);
  else if (ok)
    text_printf(&out, "%s: %s comes out again: %s\n", file,
                recording_word(&r.recording), r.recording.where);
  bool printed = term_print(&out);
  if (!ok)
    term_message("'%s' does not come out as recorded: %s", file,
                 text_str(&why));
  bool plain = r.recording.plain;
  text_free(&out);
  text_free(&why);
  replay_free(&r);
  if (!printed)
    return EXIT_USAGE;
  return !ok ? EXIT_BUG : plain ? EXIT_HOLDS : EXIT_FINDINGS;
}

/* A recording of a schedule goes to replay_tape, one of a model to replay. */
static int replay_any(const struct operands *files,
                      const struct replay_tape_options *o) {
  struct text text = {0};
  int status = EXIT_USAGE;
  if (!files->at.len)
    return usage_error(&replay_usage, "which recording?");
  if (!term_read(&text, files->at.at[0]))
    status = EXIT_USAGE;
  else if (replay_is_tape(&text))
    status = replay_tape(o, &text, files);
  else if (o->gdb || o->try)
    status = usage_error(&replay_usage, "--%s is for recordings of 'heddle "
                                        "test'",
                         o->gdb ? "gdb" : "try");
  else if (files->at.len > 1)
    status = usage_error(&replay_usage, "one recording at a time");
  else
    status = replay(files->at.at[0], o->json, o->quiet);
  text_free(&text);
  return status;
}

/* What follows '--' after --gdb is gdb's. */
static int own_arguments(int argc, char **argv) {
  bool gdb = false;
  for (int i = 1; i < argc; i++) {
    gdb |= !strcmp(argv[i], "--gdb");
    if (gdb && !strcmp(argv[i], "--"))
      return i;
  }
  return argc;
}

int cmd_replay(int argc, char **argv) {
  char *none[] = {NULL};
  struct replay_tape_options o = {
      .times = 1, .gdb_args = none, .runs = 10000, .seconds = 10};
  const struct option table[] = {
      {"json", 0, OPT_FLAG, &o.json, NULL, "for machines"},
      {"quiet", 'q', OPT_FLAG, &o.quiet, NULL, "do not list the steps"},
      {"times", 'n', OPT_NUMBER, &o.times, "N", "run a program N times"},
      {"try", 0, OPT_FLAG, &o.try, NULL,
       "when it does not fail any more, look near the old schedule"},
      {"runs", 0, OPT_NUMBER, &o.runs, "N",
       "of --try: at most N executions (default 10000)"},
      {"time", 't', OPT_SECONDS, &o.seconds, "SECONDS",
       "of --try: at most this long (default 10; 0: no limit)"},
      {"budget", 0, OPT_SECONDS, &o.budget, "T",
       "the whole command takes at most so long"},
      {"record", 'o', OPT_STRING, &o.record, "FILE",
       "of --try: record what fails now"},
      {"gdb", 0, OPT_FLAG, &o.gdb, NULL,
       "start gdb on the program, at its failure"},
      {0}};
  struct operands files = {0};
  int own = own_arguments(argc, argv);
  if (own < argc)
    o.gdb_args = argv + own + 1;
  int status = options_parse(&replay_usage, table, own, argv, &files);
  if (status < 0 && !o.times)
    status = usage_error(&replay_usage, "--times needs a number from 1 on");
  if (status < 0)
    status = replay_any(&files, &o);
  vec_free(&files.at);
  return status;
}

/* --- show ----------------------------------------------------------------- */

static const struct usage show_usage = {
    .command = "show",
    .synopsis = "[options] RECORDING [FILE...]",
    .summary = "Tells the run of a recording: columns for threads or "
               "processes, source lines, values.",
    .more = "The run of a program is told with the program at hand: it is "
            "built and run again.\nFILE... stand for the recorded files, "
            "when these have moved.\n",
};

static void page(const struct chart *chart, const struct recording *r,
                 struct text *out) {
  struct arena arena = {0};
  struct doc d = doc_begin(&arena, r->model);
  d.footer = "made by heddle show";
  doc_rich(&d);
  doc_span(&d, r->plain ? DOC_PLAIN : DOC_BAD, "%s", recording_word(r));
  doc_span(&d, DOC_PLAIN, " – %s", r->where);
  doc_close(&d);
  doc_run(&d, &chart->run, NULL);
  doc_render_html(out, &d);
  arena_free(&arena);
}

static int show(const char *file, const char *svg, const char *html) {
  struct replay r = {0};
  struct chart chart = {0};
  struct text why = {0}, out = {0};
  int status = EXIT_USAGE;
  if (!load_recorded(&r, file))
    goto done;
  if (!chart_make(&chart, &r.recording, r.loaded.model, &why)) {
    term_message("'%s' does not come out as recorded: %s", file,
                 text_str(&why));
    status = EXIT_BUG;
    goto done;
  }
  if (svg)
    run_render_svg(&out, &chart.run, SVG_ALONE);
  else if (html)
    page(&chart, &r.recording, &out);
  else {
    text_printf(&out, "%s: %s: %s\n\n", r.recording.model,
                recording_word(&r.recording), r.recording.where);
    run_render_text(&out, &chart.run,
                    (struct run_style){.width = 100,
                                       .indent = 2,
                                       .colour = isatty(STDOUT_FILENO)});
  }
  if (term_write(&out, svg ? svg : html ? html : "-"))
    status = EXIT_HOLDS;
done:
  text_free(&out);
  text_free(&why);
  chart_free(&chart);
  replay_free(&r);
  return status;
}

/* A recording of a schedule is told by replay_tape. */
static int show_any(const struct operands *files,
                    const struct replay_tape_options *o) {
  struct text text = {0};
  int status = EXIT_USAGE;
  if (!files->at.len)
    return usage_error(&show_usage, "which recording?");
  if (!term_read(&text, files->at.at[0]))
    status = EXIT_USAGE;
  else if (replay_is_tape(&text))
    status = replay_tape(o, &text, files);
  else if (files->at.len > 1)
    status = usage_error(&show_usage, "one recording at a time");
  else if (o->json)
    status = usage_error(&show_usage, "'%s' is a recording of a model: "
                         "heddle replay --json", files->at.at[0]);
  else
    status = show(files->at.at[0], o->svg, o->html);
  text_free(&text);
  return status;
}

int cmd_show(int argc, char **argv) {
  struct replay_tape_options o = {.show = true, .times = 1};
  const struct option table[] = {
      {"svg", 0, OPT_STRING, &o.svg, "FILE", "as a picture"},
      {"html", 0, OPT_STRING, &o.html, "FILE",
       "as a page; of a program: to be stepped through"},
      {"budget", 0, OPT_SECONDS, &o.budget, "T",
       "the whole command takes at most so long"},
      {"json", 0, OPT_FLAG, &o.json, NULL, "for machines (programs only)"},
      {0}};
  struct operands files = {0};
  int status = options_parse(&show_usage, table, argc, argv, &files);
  if (status < 0)
    status = show_any(&files, &o);
  vec_free(&files.at);
  return status;
}
