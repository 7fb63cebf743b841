/* heddle serve: the workbench in a browser. */
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/backstop.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "serve/serve.h"

static const struct usage usage = {
    .command = "serve",
    .synopsis = "[options] [FOLDER]",
    .summary = "Serves the workbench for the models of a folder (default: this "
               "one) to a browser on this machine, until Ctrl-C.",
    .more = "The first line it prints is the link, with a token that whoever "
            "asks must know.\n\n"
            "  heddle serve models\n"
            "  heddle serve --port 8080 --no-open\n",
};

/* Whoever has a screen has a browser, and something that knows which. */
static void open_browser(const char *link) {
  if (!getenv("DISPLAY") && !getenv("WAYLAND_DISPLAY"))
    return;
  char program[] = "xdg-open", *words[] = {program, (char *)link, NULL};
  posix_spawn_file_actions_t streams;
  pid_t pid;
  posix_spawn_file_actions_init(&streams);
  posix_spawn_file_actions_addopen(&streams, 1, "/dev/null", 1, 0);
  posix_spawn_file_actions_addopen(&streams, 2, "/dev/null", 1, 0);
  posix_spawnp(&pid, program, &streams, NULL, words, environ);
  posix_spawn_file_actions_destroy(&streams);
}

/* Signals are let in only while it waits, so that none is missed. */
static void wait_for_end(void) {
  sigset_t all, before;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, &before);
  while (!*backstop_stop())
    sigsuspend(&before);
  sigprocmask(SIG_SETMASK, &before, NULL);
}

static int serve(const char *folder, const char *address, uint64_t port,
                 bool browser) {
  struct server *s =
      serve_open(&(struct serve_options){.folder = folder,
                                         .address = address,
                                         .port = (unsigned)port,
                                         .program = "/proc/self/exe",
                                         .version = HEDDLE_VERSION},
                 term_host());
  if (!s)
    return EXIT_USAGE;
  struct text line = {0};
  text_printf(&line, "%s\n", serve_link(s));
  bool ok = term_print(&line);
  text_free(&line);
  if (ok && browser)
    open_browser(serve_link(s));
  if (ok)
    wait_for_end();
  serve_close(s);
  return ok ? EXIT_HOLDS : EXIT_USAGE;
}

int cmd_serve(int argc, char **argv) {
  struct operands folders = {0};
  uint64_t port = 0;
  const char *address = "127.0.0.1";
  bool browser = true;
  const struct option table[] = {
      {"port", 'p', OPT_NUMBER, &port, "N", "on this one (default 0: any)"},
      {"address", 0, OPT_STRING, &address, "NUMBER",
       "listen there, not on 127.0.0.1 only: what is sent can be read on the "
       "way (0.0.0.0: everywhere)"},
      {"open", 0, OPT_FLAG, &browser, NULL,
       "the browser, if there is one (--no-open: do not)"},
      {0}};
  int status = options_parse(&usage, table, argc, argv, &folders);
  if (status < 0) {
    if (folders.at.len > 1)
      status = usage_error(&usage, "one folder at a time");
    else if (port > 65535)
      status = usage_error(&usage, "--port is at most 65535");
    else
      status = serve(folders.at.len ? folders.at.at[0] : ".", address, port,
                     browser);
  }
  vec_free(&folders.at);
  return status;
}
