#include "job/replay_gdb.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "exec/program.h"
#include "job/events.h"
#include "job/host.h"
#include "job/scratch.h"
#include "story/cast.h"

extern char **environ;

/* --- notes for the extension: one fact a line, fields between tabs -------- */

static void add_field(struct text *out, const char *s) {
  text_char(out, '\t');
  for (; *s; s++)
    text_char(out, (unsigned char)*s < 32 ? ' ' : *s);
}

static void add_fact(struct text *out, const char *key, const char *value) {
  text_add(out, key);
  add_field(out, value);
  text_char(out, '\n');
}

/* Where to stop: the runtime says when a thread fails; a race and a process
 * that was lost are known by their event; the rest shows at the end. */
static void add_stop(struct text *out, struct executor *x,
                     const struct sched_finding *f) {
  const struct run *run = &x->batch->runs[0];
  bool lost = false;
  for (uint32_t i = 0; i < f->events_len; i++)
    lost |= (f->events[i].flags & EVENT_ENDS) != 0;
  if (f->kind == FOUND_RACE || lost)
    text_printf(out, "stop\tevent\t%u\n", f->event + 1);
  else if (run->finding != FOUND_NONE && !f->rounds)
    text_add(out, "stop\tfailure\t0\n");
  else
    text_add(out, "stop\tend\t0\n");
}

static void add_event(struct text *out, struct executor *x, uint32_t number,
                      const struct event *e) {
  struct text t = {0};
  bool pending = e->flags & EVENT_PENDING;
  text_printf(out, "%s\t%u\t%u", pending ? "pending" : "event", number,
              e->thread);
  events_place(x, e->site, &t);
  add_field(out, text_str(&t));
  text_clear(&t);
  events_what(x, e, &t);
  add_field(out, text_str(&t));
  text_char(out, '\n');
  text_free(&t);
}

/* A thread's name in stories, and its number in words. */
static void add_threads(struct text *out, struct executor *x,
                        const struct sched_finding *f) {
  struct text t = {0};
  struct arena arena = {0};
  struct cast cast;
  uint32_t table[THREADS_MAX];
  size_t count = x->threads ? x->threads(x, table, THREADS_MAX) : 1;
  cast_make(&cast, x, f->events, f->events_len, NULL, &arena);
  for (unsigned i = 0; i < count; i++) {
    text_clear(&t);
    events_thread(x, i, &t);
    text_printf(out, "thread\t%u", i);
    add_field(out, cast.names[i] ? cast.names[i] : text_str(&t));
    add_field(out, text_str(&t));
    text_char(out, '\n');
  }
  arena_free(&arena);
  text_free(&t);
}

static void add_notes(struct text *out, struct executor *x,
                      const struct sched_finding *f, const char *name,
                      const char *image) {
  struct text headline = {0};
  events_headline(x, f, &headline);
  add_fact(out, "recording", name);
  add_fact(out, "image", image);
  add_fact(out, "finding", text_str(&headline));
  add_stop(out, x, f);
  for (unsigned k = 0; k < OP_COUNT; k++) {
    text_printf(out, "op\t%u", k);
    add_field(out, op_text(k));
    text_char(out, '\n');
  }
  add_threads(out, x, f);
  for (uint32_t i = 0; i < f->events_len; i++)
    add_event(out, x, i + 1, &f->events[i]);
  text_free(&headline);
}

/* --- gdb ------------------------------------------------------------------ */

/* In the tree of the sources when running from there, else where it was
 * installed. */
static bool find_extension(const struct target *t, char path[PATH_MAX]) {
  static const char *const places[] = {"/tools/", "/../../tools/",
                                       "/../share/heddle/"};
  char self[PATH_MAX];
  ssize_t len = readlink("/proc/self/exe", self, sizeof self - 1);
  self[len > 0 ? len : 0] = 0;
  char *slash = strrchr(self, '/');
  if (slash)
    *slash = 0;
  for (size_t i = 0; i < sizeof places / sizeof *places; i++)
    if (snprintf(path, PATH_MAX, "%s%sheddle_gdb.py", self, places[i]) <
            PATH_MAX &&
        !access(path, R_OK))
      return true;
  host_say(t->host, "'heddle_gdb.py' is not where it was installed (%s): install "
               "heddle again",
               path);
  return false;
}

static int wait_for(const struct target *t, pid_t pid) {
  int status;
  scratch_child(t->host->scratch, pid);
  while (waitpid(pid, &status, 0) < 0)
    if (errno != EINTR)
      return GDB_CANNOT;
  scratch_child(t->host->scratch, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* Ctrl-C is gdb's while it runs. */
static int run_gdb(const struct target *t, char *const *argv) {
  struct sigaction ignore = {.sa_handler = SIG_IGN}, before;
  posix_spawnattr_t attributes;
  sigset_t defaults;
  sigemptyset(&defaults);
  sigaddset(&defaults, SIGINT);
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  sigaction(SIGINT, &ignore, &before);
  pid_t pid;
  int error =
      posix_spawnp(&pid, argv[0], NULL, &attributes, argv, environ);
  int status = GDB_CANNOT;
  if (error == ENOENT)
    host_say(t->host, "cannot run 'gdb'; please install: gdb");
  else if (error)
    host_say(t->host, "cannot run 'gdb': %s", strerror(error));
  else
    status = wait_for(t, pid);
  sigaction(SIGINT, &before, NULL);
  posix_spawnattr_destroy(&attributes);
  return status;
}

static int start(struct target *t, const char *extension, const char *notes,
                 char *const *args) {
  struct text source = {0}, load = {0};
  VEC(char *) argv = {0};
  text_printf(&source, "source %s", extension);
  text_printf(&load, "heddle load %s", notes);
  vec_push(&argv, (char *)"gdb");
  vec_push(&argv, (char *)"-q");
  vec_push(&argv, (char *)"-ex");
  vec_push(&argv, source.at);
  vec_push(&argv, (char *)"-ex");
  vec_push(&argv, load.at);
  for (; *args; args++)
    vec_push(&argv, *args);
  vec_push(&argv, (char *)"--args");
  vec_push(&argv, (char *)text_str(&t->binary));
  vec_each(&t->args, a) vec_push(&argv, (char *)*a);
  vec_push(&argv, NULL);
  int status = run_gdb(t, argv.at);
  vec_free(&argv);
  text_free(&source);
  text_free(&load);
  return status;
}

int replay_gdb(struct target *t, const struct tape *r,
               const struct sched_finding *f, const char *name,
               char *const *args) {
  char extension[PATH_MAX], *folder;
  struct text notes = {0}, image = {0}, path = {0};
  int status = GDB_CANNOT;
  if (r->target == TAPE_MODEL) {
    host_say(t->host, "'%s' is of a model, and gdb is for programs", name);
    return GDB_CANNOT;
  }
  if (!find_extension(t, extension))
    return GDB_CANNOT;
  folder = scratch_make(t->host->scratch, "/tmp/heddle-gdb-");
  if (!folder) {
    host_fail(t->host, "cannot make a folder in /tmp");
    return GDB_CANNOT;
  }
  text_printf(&image, "%s/schedule", folder);
  text_printf(&path, "%s/notes", folder);
  add_notes(&notes, t->executor, f, name, text_str(&image));
  if (!program_executor_save(t->executor, text_str(&image)))
    host_fail(t->host, "cannot write '%s'", text_str(&image));
  else if (host_write(t->host, &notes, text_str(&path)))
    status = start(t, extension, text_str(&path), args);
  scratch_drop(t->host->scratch, folder);
  text_free(&notes);
  text_free(&image);
  text_free(&path);
  return status;
}
