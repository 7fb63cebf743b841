#include "job/tests.h"

#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "exec/binary.h"
#include "job/host.h"

extern char **environ;

static void describe(struct test_list *t, const struct host *h,
                     const struct test_options *o) {
  *t = (struct test_list){
      .target = {.host = h, .coverage = o->coverage, .symbolic = o->symbolic}};
  for (size_t i = 0; i < o->files.len; i++)
    vec_push(&t->target.files, o->files.at[i]);
  for (size_t i = 0; i < o->flags.len; i++)
    vec_push(&t->target.flags, o->flags.at[i]);
}

/* The environment with one more in it; to be freed. */
static char **with_question(void) {
  VEC(char *) all = {0};
  for (char **e = environ; *e; e++)
    vec_push(&all, *e);
  vec_push(&all, (char *)BINARY_LIST "=1");
  vec_push(&all, NULL);
  return all.at;
}

/* Starts the program so that it names its tests; what it says, or NULL. */
static FILE *ask(const char *path, pid_t *child) {
  int ends[2];
  if (pipe(ends))
    return NULL;
  char *argv[] = {(char *)path, NULL}, **env = with_question();
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addclose(&actions, ends[0]);
  int error = posix_spawn(child, path, &actions, NULL, argv, env);
  posix_spawn_file_actions_destroy(&actions);
  free(env);
  close(ends[1]);
  if (!error)
    return fdopen(ends[0], "r");
  close(ends[0]);
  return NULL;
}

static bool read_names(struct test_list *t, const char *path) {
  struct text error = {0};
  char line[512];
  pid_t child = 0;
  bool ours = binary_is_ours(path, &error);
  FILE *answer = ours ? ask(path, &child) : NULL;
  if (!ours)
    host_say(t->target.host, "%s", text_str(&error));
  text_free(&error);
  while (answer && fgets(line, sizeof line, answer)) {
    line[strcspn(line, "\n")] = 0;
    vec_push(&t->names, arena_string(&t->arena, line, strlen(line)));
  }
  if (answer)
    fclose(answer);
  if (child)
    waitpid(child, NULL, 0);
  return ours;
}

bool tests_open(struct test_list *t, const struct host *h,
                const struct test_options *o) {
  describe(t, h, o);
  if (!target_classify(&t->target))
    return false;
  if (t->target.kind == TAPE_MODEL)
    return host_say(h, "%s: a model has no tests by name",
                    t->target.files.at[0]);
  if (!target_build(&t->target) || !read_names(t, text_str(&t->target.binary)))
    return false;
  return t->names.len ||
         host_say(h,
                  "%s: there are no tests in it (HEDDLE_TEST of "
                  "heddle/rt.h)",
                  t->target.files.at[0]);
}

bool tests_choose(struct test_list *t, const char *name,
                  struct test_options *o) {
  bool known = false;
  vec_each(&t->names, n) known |= !strcmp(*n, name);
  if (!known) {
    const char *near = text_nearest(name, t->names.at, t->names.len);
    return near ? host_say(t->target.host,
                           "there is no test '%s' (did you mean '%s'?)", name,
                           near)
                : host_say(t->target.host,
                           "there is no test '%s': --list names them", name);
  }
  t->args.len = 0;
  vec_push(&t->args, arena_printf(&t->arena, BINARY_TEST "%s", name));
  o->args = (struct test_words){t->args.at, t->args.len};
  if (t->target.kind == TAPE_SOURCES)
    o->built = text_str(&t->target.binary);
  return true;
}

void tests_close(struct test_list *t) {
  target_close(&t->target);
  vec_free(&t->names);
  vec_free(&t->args);
  arena_free(&t->arena);
}
