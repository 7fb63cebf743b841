/* heddle: one binary, subcommands as rows. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/text.h"
#include "cli/backstop.h"
#include "cli/cli.h"
#include "cli/together.h"
#include "job/load.h"
#include "job/scratch.h"

static const struct command {
  const char *name;
  int (*run)(int argc, char **argv);
  const char *summary;
  bool together; /* can be done by several ranks (together.h) */
} commands[] = {
    {"check", cmd_check, "search the states of a model for errors", true},
    {"run", cmd_run, "take steps of a model at random, or as recorded"},
    {"step", cmd_step, "step through a model by hand, forward and back"},
    {"test", cmd_test, "try every schedule that matters of a program", true},
    {"replay", cmd_replay, "run a recording again and confirm its finding"},
    {"show", cmd_show, "draw a recording"},
    {"study", cmd_study, "compare strategies on a set of models", true},
    {"synth", cmd_synth, "make random protocols for a study"},
    {"cc", cmd_cc, "compile a C program for 'test', as a drop-in for cc"},
    {"c++", cmd_cxx, "the same for C++, as a drop-in for c++"},
    {"cover", cmd_cover, "make a small test set that covers every pair"},
    {"derive", cmd_derive,
     "verify a network of Mealy machines and derive its tests", true},
    {"serve", cmd_serve, "the workbench: models in a browser"},
    {"completion", cmd_completion,
     "what makes bash, zsh or fish complete command lines"},
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
    fprintf(to, "  %-10s %s\n", commands[i].name, commands[i].summary);
  fputs("\nheddle help COMMAND says more\n", to);
}

/* The command that is meant where a file stands in its place, or NULL. */
static const char *meant_for(const char *file) {
  return access(file, F_OK) ? NULL : load_command(file);
}

static int unknown(const char *name) {
  const char *command = meant_for(name);
  if (command) {
    term_message("'%s' is a file, and a command comes first: did you mean "
                 "'heddle %s %s'?",
                 name, command, name);
    return EXIT_USAGE;
  }
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

/* Under a name that CC= or CXX= wants. */
static int (*compiler(const char *self))(int argc, char **argv) {
  const char *slash = strrchr(self, '/');
  const char *name = slash ? slash + 1 : self;
  return !strcmp(name, "heddle-cc")    ? cmd_cc
         : !strcmp(name, "heddle-c++") ? cmd_cxx
                                       : NULL;
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

static const struct command *find(const char *name) {
  for (size_t i = 0; i < COMMANDS; i++)
    if (!strcmp(commands[i].name, name))
      return &commands[i];
  return NULL;
}

/* heddle help COMMAND: the same as heddle COMMAND --help. */
static int help(int argc, char **argv) {
  if (argc < 3) {
    print_usage(stdout);
    return EXIT_HOLDS;
  }
  if (argc > 3) {
    term_message("'help' is of one command, and '%s' is one more", argv[3]);
    return EXIT_USAGE;
  }
  const struct command *c = find(argv[2]);
  if (!c)
    return unknown(argv[2]);
  char option[] = "--help", *args[] = {argv[2], option, NULL};
  return c->run(2, args);
}

/* For shells (completion.c). */
static int list_commands(void) {
  for (size_t i = 0; i < COMMANDS; i++)
    printf("%s\t%s\n", commands[i].name, commands[i].summary);
  return EXIT_HOLDS;
}

static int run(int argc, char **argv) {
  /* A closed pipe and a file grown too large are failed writes, not deaths. */
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN);
  hold_streams();
  backstop_install();
  if (argc > 0 && compiler(argv[0]))
    return compiler(argv[0])(argc, argv);
  if (argc <= 1) {
    print_usage(stderr);
    return EXIT_USAGE;
  }
  const char *name = argv[1];
  if (!strcmp(name, "--list-commands") || (!strcmp(name, "help") && argc == 3 &&
                                           !strcmp(argv[2], "--list-options")))
    return list_commands();
  if (!strcmp(name, "--help") || !strcmp(name, "-h") || !strcmp(name, "help"))
    return help(argc, argv);
  if (!strcmp(name, "--version")) {
    puts("heddle " HEDDLE_VERSION);
    return EXIT_HOLDS;
  }
  const struct command *c = find(name);
  if (!c)
    return unknown(name);
  if (!together_begin(c->name, c->together))
    return EXIT_USAGE;
  return together_end(c->run(argc - 1, argv + 1));
}

struct invocation {
  int argc, status;
  char **argv;
};

static void invoke(void *arg) {
  struct invocation *i = arg;
  i->status = run(i->argc, i->argv);
}

/* No memory: nothing is left behind. */
static void give_up(void) {
  static const char line[] = "heddle: out of memory\n";
  ssize_t ignored = write(STDERR_FILENO, line, sizeof line - 1);
  (void)ignored;
  scratch_clear(backstop_scratch());
  _exit(EXIT_INCOMPLETE);
}

int main(int argc, char **argv) {
  struct invocation i = {.argc = argc, .argv = argv};
  if (!alloc_guarded(invoke, &i))
    give_up();
  return flushed(i.status);
}
