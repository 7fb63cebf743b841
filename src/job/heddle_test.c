/* The part of heddle.h that tests programs. */
#include <stdlib.h>

#include "heddle.h"
#include "job/guarded.h"
#include "job/replay.h"
#include "job/result.h"
#include "job/scratch.h"
#include "job/test.h"

struct heddle_test {
  struct arena arena; /* of the result */
  struct test test;
  struct test_options options;
  struct budget budget;
  struct scratch scratch;
  struct listener listener;
  struct host host;
  struct heddle_result result;
};

static void translate(const struct heddle_test_options *o,
                      struct test_options *out) {
  *out = (struct test_options)TEST_DEFAULTS;
  out->files = (struct test_words){o->files, o->file_count};
  out->flags = (struct test_words){o->flags, o->flag_count};
  out->args = (struct test_words){o->arguments, o->argument_count};
  out->inputs = (struct test_words){o->inputs, o->input_count};
  if (o->strategy)
    out->strategy = o->strategy;
  if (o->seed)
    out->seed = o->seed;
  out->runs = o->runs;
  out->steps = o->steps;
  out->memory = o->memory;
  out->threads = o->threads;
  out->jobs = o->jobs ? o->jobs : 1;
  if (o->seconds != 0)
    out->seconds = o->seconds > 0 ? o->seconds : 0;
  out->all = o->all;
  out->no_races = o->no_races;
  out->same_output = o->same_output;
  out->symbolic = o->symbolic;
  out->fork = o->fork;
  out->spurious = o->spurious;
  out->malloc_fails = o->malloc_may_fail;
  out->partial_io = o->partial_io;
  out->ranks = o->ranks < TEST_RANKS_MOST ? o->ranks : TEST_RANKS_MOST;
  out->unbuffered = o->mpi_unbuffered;
  out->mpi_leaks = o->mpi_leaks;
  out->record = true;
  out->brief = true;
}

struct request {
  const struct heddle_test_options *options;
  struct listener listener;
  struct heddle_test *test; /* or NULL */
};

static void drop_scratch(void *scratch) { scratch_clear(scratch); }

static void run(void *arg) {
  struct request *r = arg;
  const struct heddle_test_options *o = r->options;
  struct heddle_test *t = alloc_zero(1, sizeof *t);
  struct alloc_undo undo;
  alloc_undo_add(&undo, drop_scratch, &t->scratch);
  t->listener = r->listener;
  t->host = (struct host){.say = listener_say,
                          .user = &t->listener,
                          .stop = o->stop,
                          .scratch = &t->scratch};
  t->budget = budget_begin(o->budget, o->stop);
  translate(o, &t->options);
  bool ok = o->file_count
                ? test_run(&t->test, &t->host, &t->options, &t->budget)
                : host_say(&t->host, "what is to be tested?");
  if (ok) {
    result_of_test(&t->test.result, RESULT_ALL, &t->arena, &t->result);
    r->test = t;
  }
  alloc_undo_drop(&undo);
  if (!ok)
    heddle_test_free(t);
}

struct heddle_test *heddle_test(const struct heddle_test_options *o,
                                heddle_report *report, void *user) {
  struct request r = {.options = o, .listener = {report, user}};
  if (!alloc_guarded(run, &r)) {
    listener_memory(&r.listener);
    return NULL;
  }
  return r.test;
}

void heddle_test_free(struct heddle_test *t) {
  if (!t)
    return;
  arena_free(&t->arena); /* pictures are of what is in the test */
  if (t->test.host)
    test_close(&t->test);
  free(t);
}

const struct heddle_result *heddle_test_result(const struct heddle_test *t) {
  return &t->result;
}

const char *heddle_test_recording(const struct heddle_test *t, size_t i) {
  return i < t->test.recordings.len ? text_str(&t->test.recordings.at[i])
                                    : NULL;
}

static int rerun(const char *name, const char *text, size_t len,
                 struct listener *l, struct scratch *scratch) {
  struct host host = {.say = listener_say, .user = l, .scratch = scratch};
  struct budget budget = budget_begin(0, NULL);
  struct replay_options o = {.recording = name, .times = 1};
  struct text recording = {0};
  struct replay r;
  text_add_n(&recording, text, len);
  int came = -1;
  if (!replay_is_tape(&recording)) {
    host_say(&host, "'%s' is no recording of a test", name);
  } else {
    if (replay_open(&r, &host, &o, &recording, &budget))
      came = r.same;
    replay_close(&r);
  }
  text_free(&recording);
  return came;
}

static int rerun_clean(const char *name, const char *text, size_t len,
                       struct listener *l) {
  struct scratch scratch = {0};
  struct alloc_undo undo;
  alloc_undo_add(&undo, drop_scratch, &scratch);
  int came = rerun(name, text, len, l, &scratch);
  alloc_undo_drop(&undo);
  return came;
}

int heddle_replay(const char *name, const char *text, size_t len,
                  heddle_report *report, void *user) {
  struct listener l = {report, user};
  GUARDED(int, -1, &l, rerun_clean(name, text, len, &l));
}
