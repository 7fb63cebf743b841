/* heddle step: a model by hand. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/options.h"
#include "form/walk.h"
#include "job/load.h"

static const struct usage usage = {
    .command = "step",
    .synopsis = "[options] MODEL.hed",
    .summary = "Steps through the model by hand: it says what can be done, "
               "you choose, forward and back.",
    .more =
        "  NUMBER      do this; an empty line lists again what can be done\n"
        "  list        what can be done\n"
        "  back [N]    take back the last step, or N\n"
        "  forward [N] take again what was taken back\n"
        "  state       where everybody is; variables, locks, queues\n"
        "  run         the run so far, drawn\n"
        "  save FILE   the run so far as a recording, for replay and show\n"
        "  help, quit\n\n"
        "The first letter will do.  Commands come from standard input, a "
        "terminal or not.\n",
};

enum { LISTED = 100 }; /* of what can be done */

struct session {
  struct stepping s;
  struct text out;
  bool done, terminal;
};

static void say_end(struct session *x) {
  const char *end = walk_end(&x->s);
  switch (stepping_end(&x->s)) {
  case STEPPING_ON:
    if (end)
      text_printf(&x->out, "violated here: %s\n", end);
    break;
  case STEPPING_FAILED:
    text_printf(&x->out, "%s: %s, line %u%s\n",
                x->s.at ? "that step fails" : "it fails before its first step",
                end, x->s.failed.place.line,
                x->s.at ? "; 'back' takes it back" : "");
    break;
  case STEPPING_TERMINATED:
    text_printf(&x->out, "the end: %s\n", end);
    break;
  default:
    text_printf(&x->out,
                "nothing can move: %s; 'run' draws how it came to that, 'back' "
                "takes a step back\n",
                end);
  }
}

static void list(struct session *x) {
  size_t names = 0;
  text_printf(&x->out, "after %zu step%s:\n", x->s.at, x->s.at == 1 ? "" : "s");
  for (size_t i = 0; i < stepping_count(&x->s); i++) {
    size_t len = strlen(stepping_who(&x->s, i));
    names = len > names ? len : names;
  }
  for (size_t i = 0; i < stepping_count(&x->s) && i < LISTED; i++) {
    text_printf(&x->out, "%4zu  %-*s  ", i + 1, (int)names,
                stepping_who(&x->s, i));
    stepping_text(&x->s, i, &x->out);
    text_char(&x->out, '\n');
  }
  if (stepping_count(&x->s) > LISTED)
    text_printf(&x->out, "      ... and so on, up to %zu\n",
                stepping_count(&x->s));
  say_end(x);
}

static void take(struct session *x, const char *word) {
  char *end;
  unsigned long long n = strtoull(word, &end, 10);
  if (*end || !n || n > stepping_count(&x->s)) {
    if (stepping_count(&x->s))
      text_printf(&x->out, "no step '%s': choose from 1 to %zu\n", word,
                  stepping_count(&x->s));
    else
      text_printf(&x->out, "no step '%s': nothing can move\n", word);
    return;
  }
  stepping_take(&x->s, (size_t)n - 1);
  list(x);
}

static void move(struct session *x, const char *argument,
                 bool (*once)(struct stepping *s), const char *none) {
  unsigned long long n = argument ? strtoull(argument, NULL, 10) : 1;
  bool any = false;
  while (n-- && once(&x->s))
    any = true;
  if (!any)
    text_printf(&x->out, "%s\n", none);
  list(x);
}

static void save(struct session *x, const char *file) {
  if (!file)
    text_add(&x->out, "save needs a file\n");
  else if (term_write_run(&x->s, file))
    text_printf(&x->out, "saved: heddle replay %s\n", file);
}

/* The command by its name, or by its first letter. */
static bool is(const char *word, const char *name) {
  return !strcmp(word, name) || (word[0] == name[0] && !word[1]);
}

static void obey(struct session *x, char *line) {
  char *save_at = NULL;
  char *word = strtok_r(line, " \t\r\n", &save_at);
  char *argument = word ? strtok_r(NULL, " \t\r\n", &save_at) : NULL;
  if (!word || !strcmp(word, "list") || !strcmp(word, "l"))
    list(x);
  else if (word[0] >= '0' && word[0] <= '9')
    take(x, word);
  else if (is(word, "back"))
    move(x, argument, stepping_back, "this is the beginning");
  else if (is(word, "forward"))
    move(x, argument, stepping_forward, "nothing was taken back");
  else if (!strcmp(word, "state") || !strcmp(word, "s"))
    interp_print_lines(x->s.in, stepping_state(&x->s), &x->out);
  else if (is(word, "run"))
    walk_draw(&x->s, term_width(1, UINT_MAX), isatty(STDOUT_FILENO), &x->out);
  else if (!strcmp(word, "save"))
    save(x, argument);
  else if (is(word, "quit"))
    x->done = true;
  else if (is(word, "help") || !strcmp(word, "?"))
    text_add(&x->out, usage.more);
  else
    text_printf(&x->out, "unknown command '%s'; 'help' lists them\n", word);
}

/* Says what is to be said; false when nobody listens any more. */
static bool speak(struct session *x) {
  if (x->terminal && !x->done)
    text_add(&x->out, "choose a number, or 'help'> ");
  bool ok = term_print(&x->out) && !fflush(stdout);
  text_clear(&x->out);
  return ok;
}

static int step_model(const struct loaded *l) {
  struct session x = {.terminal = isatty(STDIN_FILENO)};
  char *line = NULL;
  size_t cap = 0;
  stepping_open(&x.s, l->model);
  list(&x);
  bool ok = speak(&x);
  while (ok && !x.done && getline(&line, &cap, stdin) >= 0) {
    obey(&x, line);
    ok = speak(&x);
  }
  free(line);
  stepping_close(&x.s);
  text_free(&x.out);
  return ok ? EXIT_HOLDS : EXIT_USAGE;
}

int cmd_step(int argc, char **argv) {
  struct operands files = {0}, defines = {0};
  const char *scheme = NULL;
  const struct option table[] = {
      {"define", 'D', OPT_LIST, &defines, "N=5", "set a parameter"},
      {"scheme", 0, OPT_STRING, &scheme, "S",
       "async, fifo, causal or mailbox, instead of the model's"},
      OPTION_WARNINGS,
      {0}};
  struct loaded l = {0};
  int status = options_parse(&usage, table, argc, argv, &files);
  if (status < 0) {
    if (files.at.len != 1)
      status = usage_error(&usage, files.at.len ? "one model at a time"
                                                : "which model?");
    else if (!load_model(&l, term_host(), files.at.at[0],
                         &(struct load_options){.defines = defines.at.at,
                                                .define_count = defines.at.len,
                                                .scheme = scheme}))
      status = EXIT_USAGE;
    else
      status = step_model(&l);
  }
  load_free(&l);
  vec_free(&files.at);
  vec_free(&defines.at);
  return status;
}
