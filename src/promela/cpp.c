#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "promela/read.h"

extern char **environ;

enum { OUTPUT_MAX = 16 << 20, SECONDS_MAX = 10 };

static bool refuse(const char *file, struct diag *diag, const char *why) {
  return diag_error(diag, (struct diag_at){file, 0, 0, 0},
                    "the preprocessor cpp %s", why);
}

/* Reads until the other end closes, at most so much and so long. */
static const char *gather(int fd, struct text *out) {
  char piece[65536];
  double until = clock_wall() + SECONDS_MAX;
  for (;;) {
    double left = until - clock_wall();
    struct pollfd p = {.fd = fd, .events = POLLIN};
    if (left <= 0 || poll(&p, 1, (int)(left * 1000) + 1) == 0)
      return "takes more than 10 seconds";
    ssize_t got = read(fd, piece, sizeof piece);
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      return NULL;
    text_add_n(out, piece, (size_t)got);
    if (out->len > OUTPUT_MAX)
      return "writes more than 16 MB";
  }
}

static bool start(const char *file, const struct promela_options *o, int out,
                  pid_t *child) {
  VEC(char *) argv = {0};
  vec_push(&argv, (char *)"cpp");
  vec_push(&argv, (char *)"-std=gnu99");
  vec_push(&argv, (char *)"-xassembler-with-cpp");
  vec_push(&argv, (char *)"-w");
  for (size_t i = 0; o && i < o->define_count; i++) {
    vec_push(&argv, (char *)"-D");
    vec_push(&argv, (char *)o->defines[i]);
  }
  vec_push(&argv, (char *)"--");
  argv.len--; /* cpp does not know it; a name that begins with '-' gets ./ */
  struct text name = {0};
  if (*file == '-')
    text_add(&name, "./");
  text_add(&name, file);
  vec_push(&argv, (char *)text_str(&name));
  vec_push(&argv, NULL);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out, 1);
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  bool ok = !posix_spawnp(child, "cpp", &actions, NULL, argv.at, environ);
  posix_spawn_file_actions_destroy(&actions);
  text_free(&name);
  vec_free(&argv);
  return ok;
}

/* Whatever was included lies in the directory of the model, or below it: a
 * model that somebody sends must not read the files of who checks it. */
static bool stays_inside(const char *file, const struct text *out,
                         struct diag *diag) {
  char home[PATH_MAX], real[PATH_MAX];
  const char *slash = strrchr(file, '/');
  struct text dir = {0};
  text_add_n(&dir, file, slash ? (size_t)(slash - file) : 0);
  if (!slash)
    text_add(&dir, ".");
  else if (slash == file)
    text_add(&dir, "/");
  bool ok = realpath(text_str(&dir), home) != NULL;
  size_t len = ok ? strlen(home) : 0;
  const char *s = text_str(out);
  while (ok && s && *s) {
    if (s[0] == '#' && s[1] == ' ') {
      const char *from = strchr(s, '"'), *line = strchr(s, '\n');
      const char *to = from ? strchr(from + 1, '"') : NULL;
      if (from && to && (!line || to < line) && from[1] != '<') {
        struct text name = {0};
        text_add_n(&name, from + 1, (size_t)(to - from - 1));
        bool inside =
            !realpath(text_str(&name), real) ||
            (!strncmp(real, home, len) && (real[len] == '/' || len == 1));
        if (!inside && strcmp(text_str(&name), "/usr/include/stdc-predef.h"))
          ok = diag_error(diag, (struct diag_at){file, 0, 0, 0},
                          "'%s' is included, which lies outside of the "
                          "directory of the model",
                          text_str(&name));
        text_free(&name);
      }
    }
    s = strchr(s, '\n');
    s = s ? s + 1 : NULL;
  }
  text_free(&dir);
  return ok;
}

bool promela_cpp(const char *file, const struct promela_options *o,
                 struct text *out, struct diag *diag) {
  int ends[2];
  pid_t child;
  if (pipe2(ends, O_CLOEXEC))
    return refuse(file, diag, "cannot be started");
  bool ok = start(file, o, ends[1], &child);
  close(ends[1]);
  if (!ok) {
    close(ends[0]);
    return refuse(file, diag, "is not installed");
  }
  const char *why = gather(ends[0], out);
  close(ends[0]);
  if (why)
    kill(child, SIGKILL);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR)
    ;
  if (why)
    return refuse(file, diag, why);
  if (status)
    return refuse(file, diag, "finds errors: run 'cpp' on the file");
  return stays_inside(file, out, diag);
}
