#include "job/target.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/hash.h"
#include "exec/model.h"
#include "exec/distant.h"
#include "exec/parallel.h"
#include "exec/program.h"
#include "job/cc.h"
#include "job/host.h"
#include "job/property.h"
#include "job/scratch.h"
#include "read/reader.h"
#include "sched/concolic.h"

enum { TARGET_JOBS = WORKERS_MAX };

bool target_classify(struct target *t) {
  size_t models = 0, sources = 0;
  vec_each(&t->files, f) {
    models += reader_has_model(*f);
    const struct reader *r = reader_by_name(*f);
    sources += r == &reader_program || r == &reader_cxx;
  }
  t->kind = models ? TAPE_MODEL : sources ? TAPE_SOURCES : TAPE_BINARY;
  if (t->kind != TAPE_SOURCES && t->files.len > 1) {
    host_say(t->host, "'%s' and '%s' cannot be tested together: give one model, "
                 "one program, or the sources of one program",
                 t->files.at[0], t->files.at[1]);
    return false;
  }
  vec_each(&t->flags, f)
    if (t->kind != TAPE_MODEL && !strncmp(*f, TARGET_SCHEME,
                                          strlen(TARGET_SCHEME)))
      return host_say(t->host, "--scheme is for models, which '%s' is not",
                      t->files.at[0]);
  vec_each(&t->flags, f)
    if (t->kind != TAPE_SOURCES && property_is(*f))
      return host_say(t->host, "--never and --always are for sources of a "
                               "program: %s", t->kind == TAPE_MODEL
                          ? "a model says itself what never or always is so"
                          : "it is built with them (heddle cc "
                            NEVER_OPTION "EXPR)");
  return true;
}

bool target_identify(struct target *t) {
  t->identity = 0;
  vec_each(&t->files, f) {
    struct text content = {0};
    bool ok = host_read(t->host, &content, *f);
    t->identity =
        hash_pair(t->identity, hash_bytes(text_str(&content), content.len));
    text_free(&content);
    if (!ok)
      return false;
  }
  return true;
}

static bool build(struct target *t) {
  double start = clock_wall();
  if (t->built) {
    text_add(&t->binary, t->built);
    return true;
  }
  t->folder = scratch_make(t->host->scratch, "/tmp/heddle-");
  if (!t->folder) {
    host_fail(t->host, "cannot make a folder in /tmp");
    return false;
  }
  text_printf(&t->binary, "%s/program", t->folder);
  VEC(char *) argv = {0};
  vec_push(&argv, (char *)"-g");
  vec_push(&argv, (char *)"--heddle-forgiving");
  if (t->coverage)
    vec_push(&argv, (char *)"--heddle-coverage");
  if (t->symbolic)
    vec_push(&argv, (char *)"--heddle-symbolic");
  vec_push(&argv, (char *)"-o");
  vec_push(&argv, t->binary.at);
  vec_each(&t->files, f) vec_push(&argv, (char *)*f);
  vec_each(&t->flags, f) vec_push(&argv, (char *)*f);
  vec_push(&argv, NULL);
  int status = cc_run(t->host, CC_C, (int)argv.len - 1, argv.at, t->deadline);
  vec_free(&argv);
  t->build_seconds = clock_wall() - start;
  return status == 0;
}

static struct executor *open_one(struct target *t, struct text *error);

/* One beside those that there are, unless somebody else needs the processor.
 * Nobody is told why there is none. */
static struct executor *open_another(void *target) {
  struct text error = {0};
  if (!clock_has_room())
    return NULL;
  struct executor *x = open_one(target, &error);
  text_free(&error);
  return x;
}

/* It begins with one that will have others beside it. */
static bool widens(const struct target *t) {
  return t->widens && t->jobs > 1 && !t->line && !t->symbolic;
}

/* At once; those of other ranks are for runs that are worth it. */
static size_t jobs_now(const struct target *t) {
  return widens(t) ? 1 : t->jobs;
}

/* As many executors as jobs are wanted, and one of each other rank, as far as
 * there may be so many, behind one when several. */
static bool combine(struct target *t, struct executor **workers, size_t count) {
  static const double patience = 0.25;
  const struct parallel_more more = {t->jobs, patience, open_another, t};
  bool joined = t->line && count && !t->symbolic;
  for (unsigned r = 1; joined && r < t->line_ranks && count < TARGET_JOBS; r++)
    workers[count++] =
        distant_executor_open(t->line, r, workers[0], t->fork);
  for (size_t i = 0; i < count; i++)
    workers[i]->steps_max = (uint32_t)t->steps;
  t->executor = count > 1 ? parallel_executor_open(workers, count, t->widens)
                : !count  ? NULL
                : widens(t) ? parallel_executor_begin(workers[0], &more)
                            : workers[0];
  return t->executor != NULL;
}

static bool open_concolic(struct target *t) {
  if (!t->symbolic)
    return true;
  if (!t->executor->followed) {
    host_say(t->host, "'%s' was not built for symbolic inputs: heddle cc "
                 "--heddle-symbolic does", t->files.at[0]);
    return false;
  }
  const struct concolic_options o = {.branches = t->branches};
  t->concolic = concolic_open(t->executor, &o);
  if (!t->concolic)
    host_say(t->host, "this heddle was built without a solver; please install: "
                 "libz3-dev, and make again");
  return t->concolic != NULL;
}

static void close_executors(struct target *t) {
  if (t->concolic)
    t->concolic->close(t->concolic);
  if (t->executor)
    t->executor->close(t->executor);
  t->concolic = t->executor = NULL;
}

static struct executor *open_process(struct target *t, struct text *error) {
  const struct program_options o = {.path = text_str(&t->binary),
                                    .args = t->args.at,
                                    .args_len = t->args.len,
                                    .fork = t->fork,
                                    .spurious = t->spurious,
                                    .malloc_fails = t->malloc_fails,
                                    .partial_io = t->partial_io,
                                    .real_files = t->real_files,
                                    .same_output = t->same_output,
                                    .threads_max = t->threads,
                                    .ranks = t->ranks,
                                    .unbuffered = t->unbuffered,
                                    .leaks = t->mpi_leaks,
                                    .memory_max = t->memory,
                                    .steps_max = (uint32_t)t->steps,
                                    .give_up = t->give_up,
                                    .give_up_user = t->give_up_user};
  return program_executor_open(&o, error);
}

static struct executor *open_one(struct target *t, struct text *error) {
  struct diag d = host_diag(t->host);
  return t->kind == TAPE_MODEL ? model_executor_open(t->model, &d)
                               : open_process(t, error);
}

static bool open_program(struct target *t) {
  struct executor *workers[TARGET_JOBS];
  struct text error = {0};
  size_t n = 0;
  while (n < jobs_now(t) && (workers[n] = open_process(t, &error)))
    n++;
  bool over = t->give_up && t->give_up(t->give_up_user);
  if (!n && !over)
    host_say(t->host, "%s", text_str(&error));
  text_free(&error);
  return combine(t, workers, n) && open_concolic(t);
}

static bool read_flags(const struct target *t, struct arena *arena,
                       struct lang_param *params, struct lang_options *o,
                       struct diag *d) {
  const size_t scheme = strlen(TARGET_SCHEME);
  o->params = params;
  vec_each(&t->flags, f) {
    if (!strncmp(*f, TARGET_SCHEME, scheme)) {
      if (!lang_scheme_parse(*f + scheme, o, d))
        return false;
    } else if (strncmp(*f, "-D", 2) ||
               !lang_param_parse(*f + 2, arena, &params[o->param_count++])) {
      return host_say(t->host, "'%s' is not a parameter of a model: expected "
                               "-DNAME=NUMBER", *f);
    }
  }
  return true;
}

static bool open_model(struct target *t) {
  struct text source = {0};
  struct arena arena = {0};
  struct diag d = host_diag(t->host);
  struct executor *workers[TARGET_JOBS];
  size_t n = 0;
  struct lang_param *params =
      arena_array(&arena, struct lang_param, t->flags.len + 1);
  struct lang_options o = {0};
  if (host_read(t->host, &source, t->files.at[0]) &&
      read_flags(t, &arena, params, &o, &d)) {
    t->model =
        read_model(t->files.at[0], text_str(&source), source.len, &o, &d);
    while (t->model && n < jobs_now(t) &&
           (workers[n] = model_executor_open(t->model, &d)))
      n++;
    host_said(t->host, &d);
  }
  text_free(&source);
  arena_free(&arena);
  return combine(t, workers, n) && open_concolic(t);
}

bool target_build(struct target *t) {
  if (t->kind == TAPE_BINARY)
    text_add(&t->binary, t->files.at[0]);
  return t->kind == TAPE_BINARY || build(t);
}

bool target_open(struct target *t) {
  if (!t->jobs)
    t->jobs = 1;
  if (!target_identify(t))
    return false;
  if (t->kind == TAPE_MODEL)
    return open_model(t);
  if (t->kind == TAPE_BINARY) {
    text_add(&t->binary, t->files.at[0]);
    return open_program(t);
  }
  return build(t) && open_program(t);
}

bool target_reopen(struct target *t) {
  close_executors(t);
  model_free(t->model);
  t->model = NULL;
  return t->kind == TAPE_MODEL ? open_model(t) : open_program(t);
}

/* Built for it, or not; what was built before is replaced. */
static bool rebuild(struct target *t, bool symbolic) {
  double before = t->build_seconds;
  t->built = NULL; /* it was built for something else */
  close_executors(t);
  t->symbolic = symbolic;
  if (t->kind == TAPE_SOURCES) {
    scratch_drop(t->host->scratch, t->folder);
    t->folder = NULL;
    text_clear(&t->binary);
    if (!build(t))
      return false;
    t->build_seconds += before;
  }
  return open_program(t);
}

bool target_follow(struct target *t) {
  uint64_t jobs = t->jobs;
  t->jobs = 1; /* the solver is what takes time */
  if (!concolic_possible())
    t->jobs = jobs;
  else if (!rebuild(t, true)) {
    t->jobs = jobs;
    return rebuild(t, false);
  }
  return true;
}

bool target_reopen_forked(struct target *t) {
  t->fork = true;
  return target_reopen(t);
}

void target_close(struct target *t) {
  close_executors(t);
  model_free(t->model);
  scratch_drop(t->host->scratch, t->folder);
  text_free(&t->binary);
  vec_free(&t->files);
  vec_free(&t->flags);
  vec_free(&t->args);
  *t = (struct target){0};
}
