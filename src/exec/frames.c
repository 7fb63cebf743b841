#include "exec/frames.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cxxname.h"
#include "base/sound.h"
#include "base/text.h"

/* --- addr2line ----------------------------------------------------------- */

/* A group of its own: Ctrl-C is for heddle, which then still tells what it
 * found.  Without heddle it reads an end, and goes. */
static bool spawn(struct frames *f, int end) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t how;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&how);
  posix_spawn_file_actions_adddup2(&actions, end, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, end, STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null",
                                   O_WRONLY, 0);
  posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP);
  posix_spawnattr_setpgroup(&how, 0);
  char *argv[] = {"addr2line", "-a", "-f", "-C", "-i", "-e",
                  (char *)f->binary, NULL};
  int error = posix_spawnp(&f->child, argv[0], &actions, &how, argv, environ);
  posix_spawnattr_destroy(&how);
  posix_spawn_file_actions_destroy(&actions);
  if (error)
    f->child = 0;
  return !error;
}

static bool start(struct frames *f) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
    return false;
  bool ok = spawn(f, ends[1]);
  close(ends[1]);
  f->answers = ok ? fdopen(ends[0], "r") : NULL;
  if (!f->answers)
    close(ends[0]);
  return f->answers;
}

void frames_close(struct frames *f) {
  if (f->answers)
    fclose(f->answers);
  while (f->child && waitpid(f->child, NULL, 0) < 0 && errno == EINTR)
    ;
  f->answers = NULL;
  f->child = 0;
}

/* No code is there, so its answer is the end of the others. */
#define LAST_ADDRESS "0x0000000000000000\n"

static bool send_all(int to, const char *at, size_t len) {
  while (len) {
    ssize_t put = send(to, at, len, MSG_NOSIGNAL);
    if (put < 0 && errno == EINTR)
      continue;
    if (put <= 0)
      return false;
    at += put;
    len -= (size_t)put;
  }
  return true;
}

/* A return address is that of the instruction after the call.  Whoever asks
 * reads all answers (read_frame). */
static bool ask(struct frames *f, const uint64_t *addresses, size_t count) {
  EXPECTS(addresses && count);
  if (!f->child && !start(f))
    return false;
  struct text question = {0};
  for (size_t i = 0; i < count; i++)
    if (addresses[i] > 1)
      text_printf(&question, "0x%llx\n", (unsigned long long)addresses[i] - 1);
  text_add(&question, LAST_ADDRESS);
  bool ok = send_all(fileno(f->answers), text_str(&question), question.len);
  text_free(&question);
  if (!ok)
    frames_close(f);
  return ok;
}

/* A line, or as much of it as there is room for. */
static bool read_line(struct frames *f, char *line, size_t size) {
  if (!fgets(line, (int)size, f->answers))
    return false;
  for (int c = 0; !strchr(line, '\n') && c != '\n' && c != EOF;)
    c = fgetc(f->answers);
  return true;
}

/* The next line of the answers that is no address; false: there is none. */
static bool next_line(struct frames *f, char *line, size_t size) {
  bool last = false;
  while (read_line(f, line, size)) {
    if (last) { /* its place: two lines of question marks */
      read_line(f, line, size);
      return false;
    }
    last = !strcmp(line, LAST_ADDRESS);
    if (line[0] != '0' || line[1] != 'x')
      return true;
  }
  frames_close(f); /* it died: the next question starts another */
  return false;
}

/* --- what it says --------------------------------------------------------- */

static bool starts(const char *s, const char *with) {
  return !strncmp(s, with, strlen(with));
}

/* Of the C++ library, or what stands for one of its (include/heddle/c++); as
 * cc/inline.c has it. */
static bool is_header(const char *file) {
  return strstr(file, "/include/c++/") || strstr(file, "/heddle/c++/") ||
         strstr(file, "-linux-gnu/c++/");
}

/* Functions of the runtime are nobody's business. */
static bool is_own(const char *function, const char *file) {
  if (!strcmp(function, "heddle_user_main"))
    return false;
  return starts(function, "heddle_") || starts(function, "rt_") ||
         starts(function, "??") || strstr(file, "/rt/") ||
         starts(file, "rt/") || is_header(file);
}

/* Two lines: the function; file:line, perhaps with more after a space. */
static bool read_frame(struct frames *f, struct spot *at, struct arena *arena,
                       bool *own) {
  char function[4096], file[4096], name[CXXNAME_LONGEST];
  if (!next_line(f, function, sizeof function) ||
      !read_line(f, file, sizeof file))
    return false;
  function[strcspn(function, "\n")] = 0;
  file[strcspn(file, " \n")] = 0;
  char *colon = strrchr(file, ':');
  uint32_t line = colon ? (uint32_t)strtoul(colon + 1, NULL, 10) : 0;
  if (colon)
    *colon = 0;
  *own = is_own(function, file) || !line;
  const char *shown = strcmp(function, "heddle_user_main")
                          ? cxxname_shorten(function, name)
                          : "main";
  *at = (struct spot){.file = arena_string(arena, file, strlen(file)),
                      .function = arena_string(arena, shown, strlen(shown)),
                      .line = line};
  return true;
}

size_t frames_find(struct frames *f, const uint64_t *addresses, size_t count,
                   struct spot *out, size_t cap, struct arena *arena) {
  EXPECTS(addresses || !count);
  bool asked = count && ask(f, addresses, count);
  size_t found = 0;
  struct spot at;
  bool own;
  while (asked && read_frame(f, &at, arena, &own))
    if (!own && found < cap)
      out[found++] = at;
  return found;
}

/* As the program's author wrote it. */
static const char *plain(const char *name) {
  if (starts(name, "heddle_"))
    name += strlen("heddle_");
  while (*name == '_')
    name++;
  return name;
}

struct spot frames_innermost(struct frames *f, const uint64_t *addresses,
                             size_t count, const char **called,
                             const char **started, struct arena *arena) {
  bool asked = count && ask(f, addresses, count);
  struct spot at, first = {0};
  bool own;
  while (asked && read_frame(f, &at, arena, &own)) {
    if (own && !first.line && !starts(at.function, "??"))
      *called = plain(at.function);
    if (own)
      continue;
    if (!first.line)
      first = at;
    *started = at.function;
  }
  return first;
}
