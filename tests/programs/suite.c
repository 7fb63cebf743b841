#include "suite.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/progress.h"
#include "base/text.h"
#include "exec/program.h"
#include "sched/strategy.h"

void suite_check(struct suite *s, bool ok, const char *fmt, ...) {
  *(ok ? &s->passed : &s->failed) += 1;
  if (ok)
    return;
  va_list args;
  va_start(args, fmt);
  printf("failed: ");
  vprintf(fmt, args);
  printf("\n");
  va_end(args);
}

char *suite_build(struct suite *s, const char *source) {
  return suite_build_with(s, source, "");
}

/* What was built with the same words before, as a copy of its path. */
static char *built(const char *words, const char *binary) {
  static struct {
    char *words, *binary;
  } known[256];
  static unsigned count;
  for (unsigned i = 0; i < count; i++)
    if (!strcmp(known[i].words, words))
      return strdup(known[i].binary);
  if (binary && count < sizeof known / sizeof *known) {
    known[count].words = strdup(words);
    known[count++].binary = strdup(binary);
  }
  return NULL;
}

char *suite_build_with(struct suite *s, const char *source,
                       const char *options) {
  static unsigned number;
  struct text binary = {0}, command = {0}, words = {0};
  text_printf(&words, "%s %s", source, options);
  char *again = built(text_str(&words), NULL);
  if (again) {
    text_free(&words);
    suite_check(s, true, "it was built");
    return again;
  }
  text_printf(&binary, "%s/%u.%s", s->folder, number++,
              strcmp(options, "-c") ? "x" : "o");
  text_printf(&command, "'%s' cc -Wall -Wextra -Werror '%s' %s -o '%s'",
              s->heddle, source, options, text_str(&binary));
  bool ok = system(text_str(&command)) == 0;
  text_free(&command);
  suite_check(s, ok, "%s %s does not build", source, options);
  if (ok)
    built(text_str(&words), text_str(&binary));
  text_free(&words);
  if (ok)
    return binary.at;
  text_free(&binary);
  return NULL;
}

/* The copy, made when it is first asked for. */
static bool has_project(struct suite *s) {
  struct text setup = {0};
  text_printf(&setup,
              "cd '%s' && test -d project && exit; mkdir bin && "
              "ln -s '%s' bin/heddle && ln -s heddle bin/heddle-cc && "
              "cp -r \"$OLDPWD/tests/programs/project\" project",
              s->folder, s->heddle);
  bool ready = system(text_str(&setup)) == 0;
  text_free(&setup);
  return ready;
}

void suite_command(struct suite *s, const char *what, const char *command) {
  bool ready = has_project(s);
  struct text line = {0};
  text_printf(&line,
              "cd '%s/project' && PATH='%s/bin':\"$PATH\" && export PATH && "
              "HEDDLE_INCLUDE=\"$OLDPWD/include\" && "
              "unset MAKEFLAGS MFLAGS; { %s; }",
              s->folder, s->folder, command);
  suite_check(s, ready && system(text_str(&line)) == 0, "%s: %s", what,
              command);
  text_free(&line);
}

struct executor *suite_open(struct suite *s, const char *binary,
                            const struct search_options *o) {
  struct text error = {0};
  struct program_options options = {.path = binary, .args = &o->argument,
                                    .args_len = o->argument ? 1 : 0,
                                    .fork = o->fork,
                                    .spurious = o->spurious, .hang = 0.5};
  struct executor *x = program_executor_open(&options, &error);
  suite_check(s, x, "%s: %s", binary, text_str(&error));
  text_free(&error);
  if (x && o->steps)
    x->steps_max = o->steps;
  return x;
}

bool suite_search(struct suite *s, struct search *r, const char *binary,
                  const struct search_options *o) {
  *r = (struct search){.x = suite_open(s, binary, o)};
  if (!r->x)
    return false;
  struct sched_options options = {
      .strategy = sched_strategy_find(o->strategy), .seed = 1, .runs = o->runs,
      .preemptions = o->bounded ? o->preemptions : SCHED_UNBOUNDED,
      .delays = SCHED_UNBOUNDED, .depth = 3,
      .all = !o->first,
      .no_races = o->no_races,
      .no_values = o->no_values,
      .inputs = o->inputs,
      .inputs_len = o->inputs_len};
  sched_open(&r->sched, r->x, &options);
  struct progress progress = {0};
  sched_run(&r->sched, &progress);
  return true;
}

void suite_search_end(struct search *r) {
  sched_close(&r->sched);
  r->x->close(r->x);
}

static const struct {
  const char *name;
  void (*run)(struct suite *s);
} parts[] = {
    {"dropin", suite_dropin}, {"header", suite_header},
    {"counts", suite_counts},
    {"bugs", suite_bugs},     {"oracle", suite_oracle},
    {"robust", suite_robust}, {"random", suite_random},
    {"waits", suite_waits},   {"rounds", suite_rounds},
    {"vain", suite_vain},
    {"resume", suite_resume},
    {"minimise", suite_minimise}, {"busy", suite_busy},
    {"symbolic", suite_symbolic},
    {"inputs", suite_inputs}, {"bounds", suite_bounds},
    {"library", suite_library},
};

/* Without arguments all parts, else those that are named. */
int main(int argc, char **argv) {
  struct suite s = {.heddle = getenv("HEDDLE")};
  const char *build = getenv("BUILD");
  s.quick = build && strcmp(build, "build/release");
  strcpy(s.folder, "/tmp/heddle-programs-XXXXXX");
  if (!s.heddle || !mkdtemp(s.folder)) {
    puts("HEDDLE is not set, or no folder in /tmp");
    return 1;
  }
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    if (argc < 2 || !strcmp(argv[1], parts[i].name))
      parts[i].run(&s);
  struct text command = {0};
  text_printf(&command, "rm -rf '%s'", s.folder);
  if (system(text_str(&command)))
    s.failed++;
  text_free(&command);
  printf("%u passed, %u failed\n", s.passed, s.failed);
  return s.failed ? 1 : 0;
}
