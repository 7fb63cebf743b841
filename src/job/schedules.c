#include "job/schedules.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include "job/scratch.h"
#include "job/target.h"
#include "job/test.h"
#include "study/team.h"

void schedules_add_strategy(struct schedules *s,
                            const struct sched_strategy *strategy) {
  vec_each(&s->strategies, known) if (*known == strategy) return;
  vec_push(&s->strategies, strategy);
}

/* Binaries are kept in a folder of the study's. */
static bool keep(struct schedules *s, const struct host *h,
                 const struct target *t, struct schedules_program *p) {
  s->host = h;
  if (!s->folder && !(s->folder = scratch_make(h->scratch, "/tmp/heddle-")))
    return host_fail(h, "cannot make a folder in /tmp");
  p->built = arena_printf(&s->arena, "%s/%zu", s->folder, s->programs.len);
  return !rename(text_str(&t->binary), p->built) ||
         host_fail(h, "cannot write '%s'", p->built);
}

bool schedules_add_program(struct schedules *s, const struct host *h,
                           const char *path) {
  const char *kept = arena_string(&s->arena, path, strlen(path));
  const char *slash = strrchr(kept, '/');
  struct schedules_program p = {.name = slash ? slash + 1 : kept, .path = kept};
  struct target t = {.host = h, .jobs = 1};
  vec_push(&t.files, kept);
  bool ok =
      target_classify(&t) && target_identify(&t) &&
      (t.kind != TAPE_SOURCES || (target_build(&t) && keep(s, h, &t, &p)));
  if (ok)
    vec_push(&s->programs, p);
  target_close(&t);
  vec_free(&t.files);
  return ok;
}

/* --- one run ----------------------------------------------------------------- */

struct schedules_job {
  struct schedules *study;
  const struct host *host;
};

static double cpu_of(int who) {
  struct rusage u;
  getrusage(who, &u);
  return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
         (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1e6;
}

static double cpu_now(void) {
  return cpu_of(RUSAGE_SELF) + cpu_of(RUSAGE_CHILDREN);
}

/* The first message of a run that could not be is why. */
static void hear(void *user, enum diag_level level, struct diag_at at,
                 const char *message, const char *hint) {
  struct schedules_outcome *o = user;
  (void)at;
  (void)hint;
  if (level == DIAG_ERROR && !*o->why)
    snprintf(o->why, sizeof o->why, "%s", message);
}

static void note(const struct test *t, struct schedules_outcome *o) {
  const struct sched *s = t->sched;
  o->ran = true;
  o->finished = s->finished && !s->stopped;
  o->verdict = s->verdict;
  o->executions = s->stats.executions;
  o->redundant = s->stats.redundant;
  o->steps = s->stats.steps;
  o->bytes = s->stats.bytes;
  vec_each(&s->findings, f) o->kinds |= 1u << f->kind;
  struct text why = {0};
  reasons_text(&s->claim.because, &why);
  snprintf(o->why, sizeof o->why, "%s", text_str(&why));
  text_free(&why);
}

/* CPU time is read after the program was closed: only then it counts. */
static bool run_one(struct team *team, size_t job) {
  struct schedules_job *j = team->ctx;
  struct schedules *s = j->study;
  struct schedules_program *p = &s->programs.at[job / s->strategies.len];
  struct schedules_outcome *o = &p->outcomes[job % s->strategies.len];
  struct host deaf = {.user = o, .say = hear, .stop = j->host->stop};
  struct test_options options = TEST_DEFAULTS;
  options.jobs = 1; /* several are run side by side */
  options.files = (struct test_words){&p->path, 1};
  options.built = p->built;
  options.strategy = s->strategies.at[job % s->strategies.len]->name;
  options.seconds = s->seconds;
  options.runs = s->runs;
  options.steps = s->steps;
  options.memory = s->memory;
  options.seed = s->seed ? s->seed : 1;
  options.no_races = s->no_races;
  options.all = options.brief = true;
  options.minimise = 0;
  struct budget budget = budget_begin(0, j->host->stop);
  struct test t;
  const double before = cpu_now();
  const bool ok = test_run(&t, &deaf, &options, &budget);
  if (ok)
    note(&t, o);
  test_close(&t);
  o->cpu_seconds = cpu_now() - before;
  return !host_stopped(j->host);
}

static bool share(struct schedules *s, const struct host *h) {
  const size_t width = s->strategies.len, count = width * s->programs.len;
  s->board = mmap(NULL, count * sizeof *s->board, PROT_READ | PROT_WRITE,
                  MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (s->board == MAP_FAILED) {
    s->board = NULL;
    return host_fail(h, "no memory for the results");
  }
  for (size_t i = 0; i < s->programs.len; i++)
    s->programs.at[i].outcomes = s->board + i * width;
  return true;
}

/* Of a strategy that may run a trace again and does not tell: those executions
 * are redundant that `optimal` does not need. */
static void count_repeated(const struct schedules *s,
                           const struct schedules_program *p) {
  const struct schedules_outcome *once = NULL;
  for (size_t k = 0; k < s->strategies.len; k++)
    if (s->strategies.at[k] == &sched_optimal && p->outcomes[k].finished)
      once = &p->outcomes[k];
  for (size_t k = 0; k < s->strategies.len; k++) {
    struct schedules_outcome *o = &p->outcomes[k];
    if (!s->strategies.at[k]->repeats)
      continue;
    o->untold = !once || !o->finished || o->executions < once->executions;
    o->redundant = o->untold ? 0 : o->executions - once->executions;
  }
}

bool schedules_run(struct schedules *s, const struct host *h, unsigned jobs) {
  struct schedules_job j = {s, h};
  struct progress progress;
  struct team t = {.workers = jobs,
                   .count = s->strategies.len * s->programs.len,
                   .work = run_one,
                   .ctx = &j,
                   .name = "study",
                   .unit = "runs",
                   .progress = &progress};
  if (!share(s, h))
    return false;
  host_progress_begin(h, &progress);
  bool ok = team_run(&t);
  host_progress_end(h, &progress);
  if (!ok)
    host_fail(h, "cannot start a worker");
  vec_each(&t.crashed, job)
      snprintf(s->board[*job].why, sizeof s->board->why, "its worker died");
  s->crashed = t.crashed.len;
  s->stopped = t.stopped;
  vec_each(&s->programs, p) count_repeated(s, p);
  team_free(&t);
  return ok;
}

void schedules_close(struct schedules *s) {
  if (s->board)
    munmap(s->board, s->strategies.len * s->programs.len * sizeof *s->board);
  if (s->folder)
    scratch_drop(s->host->scratch, s->folder);
  vec_free(&s->programs);
  vec_free(&s->strategies);
  arena_free(&s->arena);
  *s = (struct schedules){0};
}

/* --- what is compared --------------------------------------------------------- */

static bool counts(const struct schedules *s, const struct schedules_program *p,
                   size_t k) {
  return schedules_exhaustive(s->strategies.at[k]) && p->outcomes[k].ran &&
         p->outcomes[k].finished &&
         p->outcomes[k].verdict != VERDICT_INCOMPLETE;
}

const struct sched_strategy *
schedules_differs(const struct schedules *s, const struct schedules_program *p,
                  size_t strategy) {
  const struct sched_strategy *mine = s->strategies.at[strategy];
  for (size_t k = 0; counts(s, p, strategy) && k < s->strategies.len; k++) {
    const struct sched_strategy *other = s->strategies.at[k];
    if (counts(s, p, k) &&
        (p->outcomes[k].kinds ^ p->outcomes[strategy].kinds) & mine->preserves &
            other->preserves)
      return other;
  }
  return NULL;
}
