/* heddle replay and heddle show: a recording, run again or drawn. */
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "cli/backstop.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "form/replay_report.h"
#include "form/rerun_report.h"
#include "job/forms.h"
#include "job/keep.h"
#include "job/replay_gdb.h"
#include "job/replay_run.h"
#include "job/result.h"

struct request {
  struct replay_options replay;
  bool quiet, brief, json, gdb;
  const char *svg, *forms[FORM_COUNT]; /* files, or NULL */
  char *const *gdb_args;  /* up to a NULL */
  double budget;          /* of the whole command, or 0 */
  const char *record;     /* where a new recording goes, or NULL */
  const char *out;        /* of show: where to, or NULL */
  const char *move;       /* "7:5", or NULL */
};

typedef int program_command(const struct request *o, struct replay *r);
typedef int model_command(const struct request *o, struct rerun *r);

/* --- either --------------------------------------------------------------- */

/* The time was over, or Ctrl-C: that is why it came to nothing. */
static int incomplete(const struct budget *b, int status) {
  if (status != EXIT_USAGE || !budget_over(b))
    return status;
  term_message("%s", *backstop_stop() ? "interrupted"
                                      : "the budget is used up");
  return EXIT_INCOMPLETE;
}

/* A recording of a schedule is one command's, one of a model another's. */
static int with_recording(const struct usage *usage, struct request *o,
                          const struct operands *files, program_command *program,
                          model_command *model) {
  if (!files->at.len)
    return usage_error(usage, "which recording?");
  struct text text = {0}, kept = {0};
  int status = EXIT_USAGE;
  const char *name = o->replay.recording = keep_find(files->at.at[0], &kept);
  o->replay.files = files->at.at + 1;
  o->replay.files_len = files->at.len - 1;
  o->replay.stay = o->gdb;
  if (!term_read(&text, name))
    ; /* it has been said */
  else if (replay_is_tape(&text)) {
    struct replay r;
    struct budget budget = backstop_budget(o->budget);
    if (replay_open(&r, term_host(), &o->replay, &text, &budget))
      status = program(o, &r);
    status = incomplete(&budget, status);
    replay_close(&r);
  } else if (o->gdb || o->replay.try || o->move) {
    status = usage_error(usage, "--%s is for recordings of 'heddle test'",
                         o->gdb    ? "gdb"
                         : o->move ? "move"
                                   : "try");
  } else if (files->at.len > 1) {
    status = usage_error(usage, "one recording at a time");
  } else {
    struct rerun r;
    if (rerun_open(&r, term_host(), name, &text))
      status = model(o, &r);
    rerun_close(&r);
  }
  text_free(&text);
  text_free(&kept);
  return status;
}

static int does_not_come(const char *name, const char *why) {
  term_message("'%s' does not come out as recorded: %s", name, why);
  return EXIT_BUG;
}

/* --- replay --------------------------------------------------------------- */

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
            "exit code: 1 the finding came out again (--try, --move: it "
            "fails), 0 the run of a\nmodel that need not show anything did, "
            "or --move: it does not fail, 2 "
            "the recording or\nwhat it ran on is not what it was, 3 --try: "
            "it does not fail within the bounds,\n4 it did not come out (a "
            "bug in heddle); with --gdb that of gdb\n",
};

/* What came of looking near the old schedule. */
static int tell_retry(const struct request *o, const struct retry *t) {
  struct text out = {0}, recording = {0};
  struct story_style style = term_style();
  int status = t->near.found ? EXIT_FINDINGS
               : t->moved    ? EXIT_HOLDS
                             : EXIT_INCOMPLETE;
  if (t->broken)
    return EXIT_BUG;
  if (!o->json && !o->quiet)
    retry_report_text(t, o->brief ? NULL : &style, &out);
  if (t->near.found && o->record) {
    retry_record(t, &recording);
    if (!term_write(&recording, o->record))
      status = EXIT_USAGE;
    else if (!o->json && !o->quiet)
      text_printf(&out, "\nheddle replay %s    runs it again\n", o->record);
  }
  if (o->json)
    retry_report_json(t, &out);
  if (!term_print(&out))
    status = EXIT_USAGE;
  text_free(&out);
  text_free(&recording);
  return status;
}

static int conclude(const struct replay *r) {
  if (r->same)
    return EXIT_FINDINGS;
  if (r->changed) {
    term_message("--try looks for it near the old schedule");
    return EXIT_USAGE;
  }
  if (!r->tape.edited)
    return EXIT_BUG;
  replay_explain(&r->tape, &r->target, &r->finding, r->name);
  return EXIT_USAGE;
}

static int replay_program(const struct request *o, struct replay *r) {
  struct text out = {0};
  if (o->gdb && r->same)
    return replay_gdb(&r->target, &r->tape, &r->finding, r->name,
                      o->gdb_args);
  if (r->tried)
    return tell_retry(o, &r->retry);
  if (o->json)
    replay_report_json(r, &out);
  else if (o->brief && !o->quiet)
    replay_report_line(r, &out);
  else if (!o->quiet)
    replay_report_text(r, term_style(), &out);
  bool ok = term_print(&out);
  text_free(&out);
  return ok ? conclude(r) : EXIT_USAGE;
}

static int replay_model(const struct request *o, struct rerun *r) {
  struct text out = {0}, why = {0};
  bool ok = o->json ? rerun_report_json(r, &out, &why)
                    : rerun_report_text(r, o->brief, &out, &why);
  bool printed = (o->quiet && !o->json) || term_print(&out);
  int status = !ok                   ? does_not_come(r->name, text_str(&why))
               : r->recording.plain ? EXIT_HOLDS
                                    : EXIT_FINDINGS;
  text_free(&out);
  text_free(&why);
  return printed ? status : EXIT_USAGE;
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
  struct request o = {.replay = {.times = 1, .runs = 10000, .seconds = 10},
                      .gdb_args = none};
  const struct option table[] = {
      {"json", 0, OPT_FLAG, &o.json, NULL, "for machines"},
      OPTION_BRIEF(&o.brief),
      OPTION_QUIET(&o.quiet),
      {"times", 'n', OPT_NUMBER, &o.replay.times, "N", "run a program N times"},
      {"try", 0, OPT_FLAG, &o.replay.try, NULL,
       "when it does not fail any more, look near the old schedule"},
      {"runs", 0, OPT_NUMBER, &o.replay.runs, "N",
       "of --try: at most N executions (default 10000)"},
      {"time", 't', OPT_SECONDS, &o.replay.seconds, "SECONDS",
       "of --try: at most this long (default 10; 0: no limit)"},
      {"move", 0, OPT_STRING, &o.move, "N:M",
       "run it with event N before event M, as --json numbers them"},
      OPTION_BUDGET(&o.budget),
      {"out", 'o', OPT_STRING, &o.record, "FILE",
       "of --try and --move: record what fails now"},
      {"record", 0, OPT_STRING, &o.record, "FILE", "the same"},
      {"gdb", 0, OPT_FLAG, &o.gdb, NULL,
       "start gdb on the program, at its failure"},
      {0}};
  struct operands files = {0};
  int own = own_arguments(argc, argv);
  if (own < argc)
    o.gdb_args = argv + own + 1;
  int status = options_parse(&replay_usage, table, own, argv, &files);
  if (status < 0 && !o.replay.times)
    status = usage_error(&replay_usage, "--times needs a number from 1 on");
  if (status < 0 && o.move && !replay_move_read(o.move, &o.replay.move))
    status = usage_error(&replay_usage, "--move needs N:M, as in 7:5");
  if (status < 0)
    status = with_recording(&replay_usage, &o, &files, replay_program,
                            replay_model);
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

/* In the forms that were asked for; otherwise, or with `json`, printed. */
static bool show_result(const struct request *o, const struct heddle_result *r,
                        const struct text *json) {
  struct text out = {0};
  bool ok = term_forms(r, o->forms);
  if (o->svg && forms_picture(&out, r))
    ok &= term_write(&out, o->svg);
  text_clear(&out);
  const char *to = o->out ? o->out : "-";
  if (!json->len && !o->svg && !term_forms_wanted(o->forms))
    forms_text(&out, r, term_width(1, UINT_MAX), isatty(STDOUT_FILENO), false);
  if (json->len || out.len)
    ok &= term_write(json->len ? json : &out, to);
  text_free(&out);
  return ok;
}

static int show_program(const struct request *o, struct replay *r) {
  struct arena arena = {0};
  struct heddle_result result;
  if (!r->same) {
    term_message("'%s' does not come out as recorded: expected '%s'", r->name,
                 found_text(r->tape.finding));
    return EXIT_USAGE;
  }
  result_of_replay(r, &arena, &result);
  struct text json = {0};
  if (o->json)
    replay_story_json(r, &json);
  bool ok = show_result(o, &result, &json);
  text_free(&json);
  arena_free(&arena);
  return ok ? EXIT_HOLDS : EXIT_USAGE;
}

static int show_model(const struct request *o, struct rerun *r) {
  struct arena arena = {0};
  struct heddle_result result;
  result_of_rerun(r, &arena, &result);
  const char *broken = forms_broken(&result);
  struct text json = {0};
  if (o->json)
    forms[FORM_json].render(&json, &result);
  int status = broken ? does_not_come(r->name, broken)
               : show_result(o, &result, &json) ? EXIT_HOLDS
                                                : EXIT_USAGE;
  text_free(&json);
  arena_free(&arena);
  return status;
}

int cmd_show(int argc, char **argv) {
  struct request o = {.replay = {.times = 1}};
  const char **form_files = o.forms, *to = NULL;
  const struct option table[] = {
      {"svg", 0, OPT_STRING, &o.svg, "FILE", "as a picture"},
      DRAWN_LIST(FORM_OPTION)
      OPTION_BUDGET(&o.budget),
      FORM_LIST(FORM_OPTION)
      {"json", 0, OPT_FLAG, &o.json, NULL, "for machines"},
      {"out", 'o', OPT_STRING, &to, "FILE",
       "by its ending: .html, .svg, .sarif, .md, or what would be printed"},
      {0}};
  const struct out_form ways[] = {FORM_LIST(FORM_ENDING)
                                  DRAWN_LIST(FORM_ENDING)
                                  {".svg", &o.svg},
                                  {NULL, &o.out}};
  struct operands files = {0};
  int status = options_parse(&show_usage, table, argc, argv, &files);
  out_assign(to, ways);
  if (status < 0)
    status =
        with_recording(&show_usage, &o, &files, show_program, show_model);
  vec_free(&files.at);
  return status;
}
