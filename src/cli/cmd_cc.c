/* heddle cc and heddle c++, alias heddle-cc and heddle-c++. */
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "job/cc.h"

static const char help[] =
    "usage: heddle cc [options of cc] FILE...\n"
    "       heddle c++ [options of c++] FILE...\n"
    "\n"
    "Compiles and links C and C++ programs for 'heddle test': a drop-in for cc\n"
    "and c++, also as CC=heddle-cc and CXX=heddle-c++.  The program runs on its\n"
    "own too, with one schedule.\n"
    "\n"
    "  --heddle-verbose   show the commands and what was instrumented\n"
    "  --heddle-coverage  count lines and branches, for test --coverage\n"
    "  --heddle-symbolic  follow inputs, for test --symbolic\n"
    "  --heddle-forgiving functions that nobody defines are no error: called,\n"
    "                     they are named and give an input\n"
    "  --volatile=atomic  volatile accesses do not race, and are relaxed\n"
    "\n"
    "-O, sanitizers, profiles and position-independent executables are left\n"
    "out: the accesses must stay those of the source.\n";

static int compile(enum cc_language language, int argc, char **argv) {
  if (argc < 2 || !strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")) {
    fputs(help, argc < 2 ? stderr : stdout);
    return argc < 2 ? EXIT_USAGE : EXIT_HOLDS;
  }
  return cc_run(term_host(), language, argc - 1, argv + 1, 0);
}

int cmd_cc(int argc, char **argv) { return compile(CC_C, argc, argv); }

int cmd_cxx(int argc, char **argv) { return compile(CC_CXX, argc, argv); }
