/* heddle cc, alias heddle-cc. */
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "job/cc.h"

static const char help[] =
    "usage: heddle cc [options of cc] FILE...\n"
    "\n"
    "Compiles and links C programs for 'heddle test': a drop-in for cc, also\n"
    "as CC=heddle-cc.  The program runs on its own too, with one schedule.\n"
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

int cmd_cc(int argc, char **argv) {
  if (argc < 2 || !strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")) {
    fputs(help, argc < 2 ? stderr : stdout);
    return argc < 2 ? EXIT_USAGE : EXIT_HOLDS;
  }
  return cc_run(term_host(), argc - 1, argv + 1, 0);
}
