#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "promela/read.h"

extern char **environ;

enum { OUTPUT_MAX = 16 << 20, SECONDS_MAX = 5 };

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
      return "takes more than 5 seconds";
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

/* What cpp calls the text: a name in a folder where nothing lies beside it, so
 * that includes are looked for where we say, and not where we are. */
static const char itself[] = "/dev/fd/0";

/* The folder of the file, whose name may begin in another one. */
static void home_of(const char *file, const struct promela_options *o,
                    struct text *dir) {
  const char *slash = strrchr(file, '/');
  size_t len = slash ? (size_t)(slash - file) : 0;
  if (o && o->folder)
    text_printf(dir, "%s%s%.*s", o->folder, len ? "/" : "", (int)len, file);
  else if (slash)
    text_add_n(dir, file, len ? len : 1);
  else
    text_add(dir, ".");
}

/* The text as a file without a name: cpp reads what an editor has, saved or
 * not. */
static int as_file(const char *text, size_t len) {
  int in = memfd_create("promela", MFD_CLOEXEC);
  for (size_t at = 0; in >= 0 && at < len;) {
    ssize_t done = write(in, text + at, len - at);
    if (done < 0 && errno != EINTR) {
      close(in);
      in = -1;
    }
    at += done > 0 ? (size_t)done : 0;
  }
  if (in >= 0)
    lseek(in, 0, SEEK_SET);
  return in;
}

/* A text may include itself twice, and so for ever.  Whoever gives up on cpp, or
 * dies, does not reach the compiler that cpp starts: limits end that. */
static const char limited[] =
    "ulimit -t 5; ulimit -v 2000000; ulimit -f 2000; LC_ALL=C exec cpp \"$@\"";

/* What is read, where what is left goes, and what is said. */
struct streams {
  int in, out, said;
};

static bool start(const char *dir, const struct promela_options *o,
                  struct streams to, pid_t *child) {
  VEC(char *) argv = {0};
  vec_push(&argv, (char *)"sh");
  vec_push(&argv, (char *)"-c");
  vec_push(&argv, (char *)limited);
  vec_push(&argv, (char *)"cpp");
  vec_push(&argv, (char *)"-std=gnu99");
  vec_push(&argv, (char *)"-xassembler-with-cpp");
  vec_push(&argv, (char *)"-w");
  for (size_t i = 0; o && i < o->define_count; i++) {
    vec_push(&argv, (char *)"-D");
    vec_push(&argv, (char *)o->defines[i]);
  }
  vec_push(&argv, (char *)"-iquote");
  vec_push(&argv, (char *)dir);
  vec_push(&argv, (char *)itself);
  vec_push(&argv, NULL);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, to.in, 0);
  posix_spawn_file_actions_adddup2(&actions, to.out, 1);
  posix_spawn_file_actions_adddup2(&actions, to.said, 2);
  bool ok = !posix_spawnp(child, "sh", &actions, NULL, argv.at, environ);
  posix_spawn_file_actions_destroy(&actions);
  vec_free(&argv);
  return ok;
}

/* The name in a line `# 12 "file.h" ...` that cpp has left; NULL: it is no such
 * line. */
static const char *marker(const char *line, const char *end, size_t *len) {
  if (end - line < 2 || line[0] != '#' || line[1] != ' ')
    return NULL;
  const char *from = memchr(line, '"', (size_t)(end - line));
  const char *to =
      from ? memchr(from + 1, '"', (size_t)(end - from - 1)) : NULL;
  *len = to ? (size_t)(to - from - 1) : 0;
  return to ? from + 1 : NULL;
}

static bool is(const char *name, size_t len, const char *other) {
  return len == strlen(other) && !memcmp(name, other, len);
}

/* It lies in the directory of the model, or below it: a model that somebody
 * sends must not read the files of who checks it. */
static bool lies_inside(const char *home, const char *name, size_t len) {
  char path[PATH_MAX], real[PATH_MAX];
  size_t most = strlen(home);
  if (*name == '<' || is(name, len, itself) ||
      is(name, len, "/usr/include/stdc-predef.h"))
    return true;
  snprintf(path, sizeof path, "%.*s", (int)len, name);
  return !realpath(path, real) ||
         (!strncmp(real, home, most) && (real[most] == '/' || most == 1));
}

/* What cpp has left, with the names that the files have for whoever gave the
 * text: its own, and those of others as seen from where its name begins. */
static bool take_over(const char *file, const char *dir, const char *folder,
                      const struct text *left, struct text *out,
                      struct diag *diag) {
  char home[PATH_MAX];
  bool ok = realpath(dir, home) != NULL;
  struct text begin = {0};
  text_printf(&begin, "%s/", folder ? folder : ".");
  const char *line = text_str(left), *end = line + left->len, *next;
  for (; ok && line < end; line = next) {
    size_t len;
    next = memchr(line, '\n', (size_t)(end - line));
    next = next ? next + 1 : end;
    const char *name = marker(line, next, &len);
    if (!name) {
      text_add_n(out, line, (size_t)(next - line));
      continue;
    }
    ok = lies_inside(home, name, len) ||
         diag_error(diag, (struct diag_at){file, 0, 0, 0},
                    "'%.*s' is included, which lies outside of the "
                    "directory of the model",
                    (int)len, name);
    const char *after = name + len;
    text_add_n(out, line, (size_t)(name - line));
    if (is(name, len, itself))
      text_add(out, file);
    else if (len > begin.len && !memcmp(name, begin.at, begin.len))
      text_add_n(out, name + begin.len, len - begin.len);
    else
      text_add_n(out, name, len);
    text_add_n(out, after, (size_t)(next - after));
  }
  text_free(&begin);
  return ok;
}

/* Runs it; NULL, or why there is nothing of it. */
static const char *run(const char *dir, const struct promela_options *o, int in,
                       int said, struct text *out) {
  int ends[2];
  pid_t child;
  if (pipe2(ends, O_CLOEXEC))
    return "cannot be started";
  bool ok = start(dir, o, (struct streams){in, ends[1], said}, &child);
  close(ends[1]);
  if (!ok) {
    close(ends[0]);
    return "is not installed";
  }
  const char *why = gather(ends[0], out);
  close(ends[0]);
  if (why)
    kill(child, SIGKILL);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR)
    ;
  return why ? why : status ? "finds errors: run 'cpp' on the file" : NULL;
}

/* One that cpp has said: "NAME:5:10: fatal error: x.h: No such file or
 * directory". */
static bool take_error(const char *file, const char *line, struct diag *diag) {
  unsigned at = 0, col = 0;
  int begin = 0;
  const char *colon = strchr(line, ':');
  const char *error = strstr(line, "error: ");
  if (!colon || !error || sscanf(colon, ":%u:%u:%n", &at, &col, &begin) < 2 ||
      !begin)
    return false;
  const size_t len = (size_t)(colon - line);
  const bool own = is(line, len, itself);
  const char *name = line;
  for (const char *s = line; s < colon; s++) /* of one that is included */
    name = *s == '/' ? s + 1 : name;
  const struct diag_at place = {file, own ? at : 0, own ? col : 0, 1};
  if (own)
    diag_error(diag, place, "%s", error + strlen("error: "));
  else
    diag_error(diag, place, "%.*s:%u: %s", (int)(colon - name), name, at,
               error + strlen("error: "));
  return true;
}

/* What cpp has said is wrong, each under its line; false: nothing that can be
 * understood. */
static bool take_errors(const char *file, int said, struct diag *diag) {
  char all[8192], *next;
  ssize_t len = pread(said, all, sizeof all - 1, 0);
  all[len > 0 ? len : 0] = 0;
  bool some = false;
  for (char *line = all; line && *line; line = next) {
    next = strchr(line, '\n');
    if (next)
      *next++ = 0;
    some |= take_error(file, line, diag);
  }
  return some;
}

bool promela_cpp(const char *file, const char *text, size_t len,
                 const struct promela_options *o, struct text *out,
                 struct diag *diag) {
  struct text dir = {0}, left = {0};
  home_of(file, o, &dir);
  int in = as_file(text, len), said = memfd_create("said", MFD_CLOEXEC);
  const char *why = in < 0 || said < 0
                        ? "cannot be started"
                        : run(text_str(&dir), o, in, said, &left);
  bool ok = !why && take_over(file, text_str(&dir), o ? o->folder : NULL, &left,
                              out, diag);
  if (why && (said < 0 || !take_errors(file, said, diag)))
    refuse(file, diag, why);
  if (in >= 0)
    close(in);
  if (said >= 0)
    close(said);
  text_free(&left);
  text_free(&dir);
  return ok;
}
