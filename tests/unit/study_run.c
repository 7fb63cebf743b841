/* The study, with strategies made to fail: one that misses findings, one
 * that refuses, one that crashes. */
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../cross/brute.h"
#include "base/rng.h"
#include "explore/explore.h"
#include "study/study.h"
#include "study/summary.h"
#include "study/team.h"
#include "test.h"

static const char two_ways[] =
    "channel A -> B [1]\nchannel B -> A [1]\n"
    "process A {\n 0: B!x -> 1\n    B?y -> 2\n 1: B?y -> 0\n 2:\n}\n"
    "process B {\n 0: A!y -> 1\n    A?x -> 2\n 1: A?x -> 0\n 2:\n}\n";

/* --- strategies ----------------------------------------------------------- */

static void *open_any(const struct model *m, unsigned find, struct text *why) {
  (void)find;
  (void)why;
  return (void *)m;
}
static void *open_none(const struct model *m, unsigned find, struct text *why) {
  (void)m;
  (void)find;
  text_add(why, "it never\tdoes");
  return NULL;
}
static void close_any(void *self) {
  (void)self;
}

static bool can_move(const struct view *v, process_id p) {
  for (uint32_t k = v->first[p]; k < v->first[p + 1]; k++)
    if (v->entries[k].list->executable)
      return true;
  return false;
}

/* Only the first process that can move does: most deadlocks are missed. */
static void leaps_lazy(void *self, const struct view *v, struct leaps *out) {
  static const bool only[2][2] = {{true, false}, {false, true}};
  (void)self;
  out->every_step = true;
  out->only = only[can_move(v, 0) ? 0 : 1];
}

static void leaps_crash(void *self, const struct view *v, struct leaps *out) {
  (void)self;
  (void)v;
  (void)out;
  raise(SIGKILL);
}

static const struct strategy lazy = {.name = "lazy",
                                     .summary = "",
                                     .preserves = 1u << FINDING_DEADLOCK,
                                     .sound = true,
                                     .open = open_any,
                                     .leaps = leaps_lazy,
                                     .close = close_any};
static const struct strategy never = {.name = "never",
                                      .summary = "",
                                      .preserves = EXPLORE_FIND_ALL,
                                      .sound = true,
                                      .open = open_none,
                                      .leaps = leaps_lazy,
                                      .close = close_any};
static const struct strategy crash = {.name = "crash",
                                      .summary = "",
                                      .preserves = EXPLORE_FIND_ALL,
                                      .sound = true,
                                      .open = open_any,
                                      .leaps = leaps_crash,
                                      .close = close_any};

/* --- a study in a temporary file ------------------------------------------ */

struct bench {
  char model[32], results[32];
  struct study study;
  int fd;
};

static void begin(struct bench *b, const struct strategy *s) {
  struct text source = {0};
  struct diag silent = {0};
  struct lang_options o = {0};
  b->study.find = 1u << FINDING_DEADLOCK | 1u << FINDING_BLOCKING;
  study_add_strategy(&b->study, &strategy_full);
  study_add_strategy(&b->study, s);
  study_add_strategy(&b->study, s); /* once is enough */
  text_add(&source, two_ways);
  CHECK(text_write_file(&source, b->model));
  CHECK(study_add_model(&b->study, b->model, "two ways", two_ways,
                        strlen(two_ways), &o, &silent));
  text_free(&source);
  b->fd = open(b->results, O_RDWR | O_CREAT | O_APPEND, 0600);
}

static size_t resume(struct bench *b) {
  struct text lines = {0};
  CHECK(text_read_file(&lines, b->results));
  size_t done = study_resume(&b->study, text_str(&lines), lines.len);
  text_free(&lines);
  return done;
}

static void end(struct bench *b) {
  study_free(&b->study);
  b->study = (struct study){0};
  close(b->fd);
}

static struct bench bench_new(void) {
  struct bench b = {.model = "/tmp/heddle-model-XXXXXX",
                    .results = "/tmp/heddle-results-XXXXXX"};
  close(mkstemp(b.model));
  close(mkstemp(b.results));
  return b;
}

static void bench_free(struct bench *b) {
  unlink(b->model);
  unlink(b->results);
}

/* --- the tests ------------------------------------------------------------ */

static void count_movers(void *user, const struct istate *s, uint32_t depth) {
  struct {
    struct interp *in;
    uint64_t movers;
  } *c = user;
  struct interp_steps steps = {0};
  uint64_t mask = 0;
  (void)depth;
  interp_steps(c->in, s, &steps);
  vec_each(&steps.at, step) mask |= (uint64_t)1 << step->process;
  for (; mask; mask &= mask - 1)
    c->movers++;
  vec_free(&steps.at);
}

TEST(a_study_counts_what_brute_force_counts) {
  struct bench b = bench_new();
  begin(&b, &strategy_lra);
  CHECK(study_run(&b.study, b.fd, 2, NULL));
  CHECK_EQ(resume(&b), 2);
  const struct outcome *full = &b.study.models.at[0].outcomes[0];
  const struct outcome *lra = full + 1;
  struct diag silent = {0};
  struct model *m = lang_read("m", two_ways, strlen(two_ways), NULL, &silent);
  struct {
    struct interp *in;
    uint64_t movers;
  } c = {interp_new(m), 0};
  struct brute *brute = brute_walk(m, 1000, count_movers, &c);
  CHECK_EQ(full->status, OUTCOME_DONE);
  CHECK_EQ(full->states, brute->states.len);
  CHECK_EQ(full->transitions, brute->transitions);
  CHECK_EQ(full->counts[FINDING_DEADLOCK], brute->deadlocks);
  CHECK_EQ(full->counts[FINDING_BLOCKING], brute->blocking);
  CHECK(brute->deadlocks > 0);
  double level = (double)c.movers / (double)brute->states.len;
  CHECK(fabs(full->concurrency - level) < 1e-5);
  CHECK_EQ(lra->counts[FINDING_DEADLOCK], brute->deadlocks);
  CHECK(full->sets[FINDING_DEADLOCK] != 0);
  CHECK(full->sets[FINDING_DEADLOCK] == lra->sets[FINDING_DEADLOCK]);
  interp_free(c.in);
  brute_free(brute);
  model_free(m);
  end(&b);
  bench_free(&b);
}

TEST(a_strategy_that_misses_deadlocks_is_told_on) {
  struct bench b = bench_new();
  struct arena arena = {0};
  begin(&b, &lazy);
  CHECK(study_run(&b.study, b.fd, 1, NULL));
  CHECK_EQ(resume(&b), 2);
  struct standing st = study_standing(&b.study, 1, &arena);
  CHECK_EQ(st.compared, 1);
  CHECK_EQ(st.differ, 1);
  CHECK(st.how && strstr(st.how, "deadlock") != NULL);
  st = study_standing(&b.study, 0, &arena);
  CHECK_EQ(st.differ, 0);
  arena_free(&arena);
  end(&b);
  bench_free(&b);
}

TEST(other_deadlocks_in_the_same_number_are_told_on) {
  struct outcome full = {.status = OUTCOME_DONE, .known = 1, .counts = {3}};
  struct outcome o = full;
  struct text why = {0};
  full.sets[FINDING_DEADLOCK] = 17;
  o.sets[FINDING_DEADLOCK] = 17;
  CHECK(measure_agrees(&full, &o, &lazy, &why));
  o.sets[FINDING_DEADLOCK] = 18;
  CHECK(!measure_agrees(&full, &o, &lazy, &why));
  o.status = OUTCOME_LIMIT;
  CHECK(measure_agrees(&full, &o, &lazy, &why));
  text_free(&why);
}

TEST(a_strategy_that_does_not_apply_is_counted_as_such) {
  struct bench b = bench_new();
  struct arena arena = {0};
  begin(&b, &never);
  CHECK(study_run(&b.study, b.fd, 1, NULL));
  CHECK_EQ(resume(&b), 2);
  CHECK_EQ(study_standing(&b.study, 1, &arena).refused, 1);
  CHECK_STR(b.study.models.at[0].outcomes[1].why, "it never does");
  arena_free(&arena);
  end(&b);
  bench_free(&b);
}

TEST(a_crash_takes_nothing_with_it) {
  struct bench b = bench_new();
  begin(&b, &crash);
  CHECK(study_run(&b.study, b.fd, 1, NULL));
  CHECK_EQ(b.study.crashed, 1);
  CHECK_EQ(resume(&b), 2);
  CHECK_EQ(b.study.models.at[0].outcomes[0].status, OUTCOME_DONE);
  CHECK_EQ(b.study.models.at[0].outcomes[1].status, OUTCOME_CRASHED);
  end(&b);
  bench_free(&b);
}

TEST(a_study_goes_on_where_it_stopped) {
  struct bench b = bench_new();
  begin(&b, &lazy);
  CHECK(study_run(&b.study, b.fd, 1, NULL));
  end(&b);
  struct text all = {0}, torn = {0};
  CHECK(text_read_file(&all, b.results));
  /* The second line torn in every place: only the first run is done. */
  const char *second = strchr(text_str(&all), '\n') + 1;
  size_t first = (size_t)(second - text_str(&all));
  for (size_t cut = first; cut < all.len; cut += 7) {
    struct bench again = b;
    begin(&again, &lazy);
    CHECK_EQ(study_resume(&again.study, text_str(&all), cut), 1);
    end(&again);
  }
  /* Then the other is done, and only that one; a torn line is no harm. */
  text_add_n(&torn, text_str(&all), all.len - 9);
  text_char(&torn, '\n');
  CHECK(text_write_file(&torn, b.results));
  begin(&b, &lazy);
  CHECK_EQ(resume(&b), 1);
  CHECK(study_run(&b.study, b.fd, 1, NULL));
  CHECK_EQ(resume(&b), 2);
  off_t size = lseek(b.fd, 0, SEEK_END);
  CHECK(study_run(&b.study, b.fd, 1, NULL)); /* nothing left */
  CHECK_EQ(lseek(b.fd, 0, SEEK_END), size);
  end(&b);
  text_free(&all);
  text_free(&torn);
  bench_free(&b);
}

TEST(an_outcome_survives_its_line) {
  struct arena arena = {0};
  struct text line = {0};
  struct outcome o = {.status = OUTCOME_LIMIT,
                      .why = "time\tout",
                      .digest = 0xfedcba9876543210u,
                      .strategy = "lra",
                      .find = 3,
                      .limits = "time 1",
                      .known = 0x81,
                      .states = UINT64_MAX,
                      .transitions = 2,
                      .bytes = 3,
                      .seconds = 1.5,
                      .cpu_seconds = 0.25,
                      .concurrency = NAN,
                      .counts = {9, 8, 7},
                      .sets = {UINT64_MAX, 1}},
                 back;
  outcome_print(&o, "a model", &line);
  CHECK(outcome_parse(&back, text_str(&line), line.len - 1, &arena));
  CHECK_EQ(back.status, o.status);
  CHECK_STR(back.why, "time out");
  CHECK(back.digest == o.digest && back.states == o.states);
  CHECK(back.seconds == 1.5 && isnan(back.concurrency));
  CHECK_EQ(back.counts[2], 7);
  CHECK(back.sets[0] == UINT64_MAX && back.sets[1] == 1);
  for (size_t cut = 0; cut + 1 < line.len; cut++)
    CHECK(!outcome_parse(&back, text_str(&line), cut, &arena));
  text_free(&line);
  arena_free(&arena);
}

TEST(averages_and_deviations_are_those_of_two_passes) {
  struct rng rng = rng_seed(9);
  double at[200], sum = 0, squares = 0;
  struct tally whole = {0}, parts[2] = {{0}};
  for (int i = 0; i < 200; i++) {
    at[i] = 1e6 + rng_below(&rng, 1000);
    sum += at[i];
    tally_add(&whole, at[i]);
    tally_add(&parts[i % 3 == 0], at[i]);
  }
  for (int i = 0; i < 200; i++)
    squares += (at[i] - sum / 200) * (at[i] - sum / 200);
  tally_merge(&parts[0], &parts[1]);
  CHECK(fabs(tally_mean(&whole) - sum / 200) < 1e-6);
  CHECK(fabs(tally_deviation(&whole) - sqrt(squares / 200)) < 1e-6);
  CHECK(fabs(tally_mean(&parts[0]) - sum / 200) < 1e-6);
  CHECK(fabs(tally_deviation(&parts[0]) - sqrt(squares / 200)) < 1e-6);
  CHECK(isnan(tally_mean(&(struct tally){0})));
}
