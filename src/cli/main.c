/* heddle: one binary, subcommands as rows. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "cli/backstop.h"
#include "cli/cli.h"

#define VERSION "0.1"

static const struct command {
  const char *name;
  int (*run)(int argc, char **argv);
  const char *summary;
} commands[] = {
    {"check", cmd_check, "search the states of a model for errors"},
    {"run", cmd_run, "take steps of a model at random, or as recorded"},
    {"step", cmd_step, "step through a model by hand, forward and back"},
    {"test", cmd_test, "try every schedule that matters of a program"},
    {"replay", cmd_replay, "run a recording again and confirm its finding"},
    {"show", cmd_show, "draw a recording"},
    {"study", cmd_study, "compare strategies on a set of models"},
    {"synth", cmd_synth, "make random protocols for a study"},
    {"cc", cmd_cc, "compile a C program for 'test', as a drop-in for cc"},
    {"cover", cmd_cover, "make a small test set that covers every pair"},
    {"derive", cmd_derive,
     "verify a network of Mealy machines and derive its tests"},
};

enum { COMMANDS = sizeof commands / sizeof *commands };

int exit_code(enum verdict verdict) {
  return verdict == VERDICT_HOLDS      ? EXIT_HOLDS
         : verdict == VERDICT_VIOLATED ? EXIT_FINDINGS
                                       : EXIT_INCOMPLETE;
}

static void print_usage(FILE *to) {
  fputs("heddle finds and reproduces the bugs of concurrent systems, and\n"
        "makes the tests that prevent them\n\nusage: heddle COMMAND ...\n\n",
        to);
  for (size_t i = 0; i < COMMANDS; i++)
    fprintf(to, "  %-8s %s\n", commands[i].name, commands[i].summary);
  fputs("\nheddle COMMAND --help says more\n", to);
}

static int unknown(const char *name) {
  const char *names[COMMANDS];
  for (size_t i = 0; i < COMMANDS; i++)
    names[i] = commands[i].name;
  const char *near = text_nearest(name, names, COMMANDS);
  if (near)
    term_message("unknown command '%s' (did you mean '%s'?)", name, near);
  else
    term_message("unknown command '%s'; 'heddle --help' lists them", name);
  return EXIT_USAGE;
}

/* Under the name that CC= wants. */
static bool is_compiler(const char *self) {
  const char *slash = strrchr(self, '/');
  return !strcmp(slash ? slash + 1 : self, "heddle-cc");
}

/* What was still in the buffer of standard output may not fit on the disk:
 * that must not pass for success. */
static int flushed(int status) {
  if (!fflush(stdout) && !ferror(stdout))
    return status;
  if (status == EXIT_HOLDS) {
    term_message("cannot write to standard output: %s", term_reason());
    return EXIT_USAGE;
  }
  return status;
}

/* A descriptor below 3 that is closed would be given to the next file that is
 * opened, and what is meant for standard output would go there.  What takes
 * its place cannot be used either. */
static void hold_streams(void) {
  for (int i = 0; i < 3; i++)
    if (fcntl(i, F_GETFD) < 0)
      open("/dev/null", i ? O_RDONLY : O_WRONLY); /* the lowest that is free */
}

static int run(int argc, char **argv) {
  /* A closed pipe and a file grown too large are failed writes, not deaths. */
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN);
  hold_streams();
  backstop_install();
  if (argc > 0 && is_compiler(argv[0]))
    return cmd_cc(argc, argv);
  const char *name = argc > 1 ? argv[1] : "--help";
  if (!strcmp(name, "--help") || !strcmp(name, "-h") ||
      !strcmp(name, "help")) {
    print_usage(argc > 1 ? stdout : stderr);
    return argc > 1 ? EXIT_HOLDS : EXIT_USAGE;
  }
  if (!strcmp(name, "--version")) {
    puts("heddle " VERSION);
    return EXIT_HOLDS;
  }
  for (size_t i = 0; i < COMMANDS; i++)
    if (!strcmp(commands[i].name, name))
      return commands[i].run(argc - 1, argv + 1);
  return unknown(name);
}

int main(int argc, char **argv) { return flushed(run(argc, argv)); }
