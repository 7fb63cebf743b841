/* Whatever the library is asked for and wherever memory ends, it comes back.
 *
 * Each job is done once to count its allocations; then again and again, with
 * none that succeeds from the n-th on (the reserve of the guard fails, too,
 * from some n on), or with one that fails.  Linked with --wrap. */
#include <heddle.h>
#include <heddle/dd.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *at, size_t size);
void *__real_aligned_alloc(size_t align, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *at, size_t size);
void *__wrap_aligned_alloc(size_t align, size_t size);

static atomic_long made, from = -1, until = -1;

static int fails(void) {
  long n = atomic_fetch_add(&made, 1);
  return from >= 0 && n >= from && n < until;
}

void *__wrap_malloc(size_t size) {
  return fails() ? NULL : __real_malloc(size);
}
void *__wrap_calloc(size_t count, size_t size) {
  return fails() ? NULL : __real_calloc(count, size);
}
void *__wrap_realloc(void *at, size_t size) {
  return fails() ? NULL : __real_realloc(at, size);
}
void *__wrap_aligned_alloc(size_t align, size_t size) {
  return fails() ? NULL : __real_aligned_alloc(align, size);
}

/* --- jobs ----------------------------------------------------------------- */

static const char ring[] =
    "param N = 3\n"
    "channel P -> Q [N]\nchannel Q -> P [N]\n"
    "process P { 0: Q!a -> 1\n 1: Q?b -> 0\n Q!c -> 2\n 2: Q!a -> 1 }\n"
    "process Q { 0: P?a -> 1\n 1: P!b -> 0\n P?c -> 2\n 2: P?a -> 1 }\n";

static const char threads[] =
    "shared x: 0..9 = 0\n"
    "thread t[i: 0..2] { var v: 0..9; v = x; x = v + 1 }\n"
    "thread e { assert x < 3 }\n";

static const char space[] = "A: 1, 2, 3\nB: 1, 2, 3\nC: 1, 2, ~0\nD: 1, 2\n"
                            "IF [A] = 1 THEN [B] > 1;\n";

static const char orders[] = "events: a, b, c, d, e\na before c\n";

static unsigned heard; /* that there was no memory */
static void hear(void *user, const struct heddle_message *m) {
  (void)user;
  heard += m->error && strstr(m->text, "out of memory") != NULL;
}

static bool check_with(unsigned jobs) {
  struct heddle_model *m =
      heddle_model_read("ring.hed", ring, sizeof ring - 1, NULL, hear, NULL);
  struct heddle_check_options o = {.jobs = jobs};
  struct heddle_check *c = m ? heddle_check(m, &o, hear, NULL) : NULL;
  bool ok = c != NULL;
  if (c) {
    char *text = heddle_render(heddle_check_result(c), "sarif");
    char *recording = heddle_check_recording(c, 0);
    ok = text && recording && heddle_check_replay(c, 0);
    free(text);
    free(recording);
  }
  heddle_check_free(c);
  heddle_model_free(m);
  return ok;
}

static bool check_one(void) { return check_with(1); }
static bool check_three(void) { return check_with(3); }

static bool walk(void) {
  struct heddle_model *m =
      heddle_model_read("ring.hed", ring, sizeof ring - 1, NULL, hear, NULL);
  struct heddle_walk *w = m ? heddle_walk_open(m) : NULL;
  bool ok = w != NULL;
  for (unsigned i = 0; ok && i < 20 && heddle_walk_count(w); i++)
    ok = heddle_walk_text(w, 0) && heddle_walk_take(w, 0) &&
         heddle_walk_state(w);
  char *recording = ok ? heddle_walk_recording(w) : NULL;
  ok = ok && recording && heddle_walk_back(w) && heddle_walk_forward(w);
  free(recording);
  heddle_walk_free(w);
  heddle_model_free(m);
  return ok;
}

static bool count_tuple(void *user, const struct heddle_cover_tuple *t) {
  (void)t;
  *(unsigned *)user += 1;
  return true;
}

static bool locate(struct heddle_cover *m,
                   const struct heddle_cover_tests *tests) {
  struct heddle_cover_locate *l = heddle_cover_locate_open(m, 2, 1);
  uint16_t test[4];
  unsigned n = 0;
  for (size_t i = 0; l && i < tests->count; i++)
    heddle_cover_locate_add(l, tests->cells + i * tests->params, i == 2);
  if (l && heddle_cover_locate_next(l, test))
    heddle_cover_locate_add(l, test, false);
  if (l) {
    heddle_cover_locate_guilty(l, count_tuple, &n);
    heddle_cover_locate_suspects(l, count_tuple, &n);
    heddle_cover_locate_unexplained(l);
  }
  heddle_cover_locate_close(l);
  return l != NULL;
}

static bool cover(void) {
  struct heddle_cover *m = heddle_cover_read("space.txt", space,
                                             sizeof space - 1, NULL, hear,
                                             NULL);
  struct heddle_cover_options o = {.strength = 2, .steps = 100};
  struct heddle_cover_result r;
  bool ok = m && heddle_cover_generate(m, &o, NULL, &r);
  if (ok) {
    struct heddle_cover_measure out;
    unsigned n = 0;
    uint32_t *rules;
    size_t count;
    ok = heddle_cover_measure(m, &r.tests, 2, 0, count_tuple, &n, &out) &&
         heddle_cover_infeasible(m, 2, 0, count_tuple, &n) &&
         heddle_cover_order(m, &r.tests, 2, 0) &&
         heddle_cover_minimise(m, &r.tests, 2, 0) && locate(m, &r.tests) &&
         heddle_cover_loosen(m, &r.tests, 2, 0);
    heddle_cover_redundant(m, &rules, &count);
    free(rules);
    heddle_cover_result_free(&r);
  }
  heddle_cover_free(m);
  return ok;
}

static bool sequence(void) {
  struct heddle_cover_sequence *s =
      heddle_cover_sequence_read("orders", orders, sizeof orders - 1, hear,
                                 NULL);
  struct heddle_cover_orders out;
  bool ok = s && heddle_cover_sequence_generate(s, 3, 1, 0, NULL, &out);
  if (ok) {
    struct heddle_cover_orders again;
    ok = heddle_cover_sequence_measure(s, 3, &out.tests, NULL, NULL, &again);
    heddle_cover_tests_free(&out.tests);
  }
  heddle_cover_sequence_free(s);
  return ok;
}

static const char phone[] =
    "machine a {\n s: call / ring -> t\n t: answer / talk -> s\n}\n"
    "machine b {\n s: ring / sound -> t\n t: lift / answer -> s\n}\n"
    "external lift\n";

static bool derive_with(unsigned jobs) {
  struct heddle_network *n =
      heddle_network_read("p.hed", phone, sizeof phone - 1, hear, NULL);
  struct heddle_derive_options o = {.jobs = jobs, .engine = "mdd-sat"};
  struct heddle_derive *d = n ? heddle_derive(n, &o, hear, NULL) : NULL;
  bool ok = d && heddle_derive_test(d, 0);
  heddle_derive_free(d);
  heddle_network_free(n);
  return ok;
}

static bool derive_one(void) { return derive_with(1); }
static bool derive_three(void) { return derive_with(3); }

/* A counter of eight digits; handles that are left are the space's. */
static bool diagrams(void) {
  static const uint32_t sizes[8] = {4, 4, 4, 4, 4, 4, 4, 4}, zeros[8];
  static const uint32_t up[] = {1, 2, 3, HEDDLE_DD_OFF};
  static const uint32_t over[] = {HEDDLE_DD_OFF, HEDDLE_DD_OFF,
                                  HEDDLE_DD_OFF, 0};
  struct heddle_dd *d = heddle_dd_open(8, sizes, 0);
  struct heddle_dd_events *e = heddle_dd_events(d);
  for (unsigned i = 0; i < 8; i++) {
    unsigned variables[8];
    const uint32_t *tables[8];
    for (unsigned k = 0; k <= i; k++) {
      variables[k] = k;
      tables[k] = k < i ? over : up;
    }
    heddle_dd_event(e, i + 1, variables, tables);
  }
  struct heddle_dd_set *start = heddle_dd_tuple(d, zeros);
  char *count = heddle_dd_count(heddle_dd_saturate(start, e));
  bool ok = count && !strcmp(count, "65536") &&
            heddle_dd_greatest(heddle_dd_distances(start, e)) == 65535;
  heard += !d || heddle_dd_why(d) == HEDDLE_DD_MEMORY;
  free(count);
  heddle_dd_close(d);
  return ok;
}

static const char *folder; /* for models that are files */

static bool test_with(unsigned jobs) {
  char path[300];
  snprintf(path, sizeof path, "%s/threads.hed", folder);
  const char *files[] = {path};
  struct heddle_test_options o = {.files = files, .file_count = 1,
                                  .jobs = jobs, .strategy = "dpor",
                                  .all = true, .no_races = true};
  struct heddle_test *t = heddle_test(&o, hear, NULL);
  bool ok = t != NULL;
  const char *recording = t ? heddle_test_recording(t, 0) : NULL;
  if (recording)
    ok = heddle_replay("r.rec", recording, strlen(recording), hear, NULL) >= 0;
  heddle_test_free(t);
  return ok;
}

static bool test_one(void) { return test_with(1); }
static bool test_three(void) { return test_with(3); }

/* --- less and less -------------------------------------------------------- */

static const struct {
  const char *name;
  bool (*run)(void);
} jobs[] = {{"check", check_one},     {"check -j3", check_three},
            {"walk", walk},           {"cover", cover},
            {"sequence", sequence},   {"test", test_one},
            {"test -j3", test_three}, {"derive", derive_one},
            {"derive -j3", derive_three}, {"diagrams", diagrams}};

static bool run_short(bool (*run)(void), long first, long last) {
  made = 0;
  until = last;
  from = first;
  bool ok = run();
  from = -1;
  return ok;
}

int main(int argc, char **argv) {
  const long tries = argc > 2 ? atol(argv[2]) : 30;
  unsigned passed = 0, failed = 0;
  folder = argc > 1 ? argv[1] : ".";
  char path[300];
  snprintf(path, sizeof path, "%s/threads.hed", folder);
  FILE *f = fopen(path, "w");
  fwrite(threads, 1, sizeof threads - 1, f);
  fclose(f);
  for (size_t i = 0; i < sizeof jobs / sizeof *jobs; i++) {
    unsigned left = 0;
    made = heard = 0;
    bool whole = jobs[i].run();
    long all = made;
    for (long k = 0; k < tries; k++) {
      long at = k < tries / 2 ? k : all * (k - tries / 2) / (tries / 2 + 1);
      left += !run_short(jobs[i].run, at, all * 100);
      run_short(jobs[i].run, at, at + 3);
    }
    bool ok = whole && left && heard;
    *(ok ? &passed : &failed) += 1;
    if (!ok)
      printf("%s: %s, %u of %ld left, %u told\n", jobs[i].name,
             whole ? "done" : "not even done with enough", left, tries, heard);
  }
  printf("%u passed, %u failed\n", passed, failed);
  return failed != 0;
}
