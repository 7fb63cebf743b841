/* oracle: random C programs under every strategy of `heddle test`, against a
 * brute force that shares nothing with it.
 *
 *     oracle [-q] [-n RUNS] [PROGRAMS [FIRST_SEED [STRATEGY...]]]
 *
 * Programs are packed into binaries.  One on which the two differ is shrunk
 * and printed with its seed; the last line counts those that passed and
 * failed.  With -q the first difference ends it, and nothing is shrunk.
 * Programs of every so manieth binary also really run, RUNS times each
 * (outcomes.h).  Without arguments a statement, or a kind of finding, that
 * never came up counts as a failure too, since then nothing was compared. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/vec.h"
#include "ask.h"
#include "brute.h"
#include "code.h"
#include "compare.h"
#include "outcomes.h"
#include "random_program.h"
#include "shrink.h"
#include "write.h"

#if defined(__SANITIZE_ADDRESS__) || defined(STRESS)
enum { PROGRAMS = 300 };
#else
enum { PROGRAMS = 3000 };
#endif
enum { PACK = 150, STATES = 3000, FAILURES_SHOWN = 12 };
/* Real runs: of one binary in so many, each program so often, and a tenth of
 * it with ThreadSanitizer, where a run takes ten times as long. */
enum { REAL_EVERY = 20, REAL_RUNS = 20, REAL_TENTH = 10 };

struct oracle {
  const char *heddle;
  char folder[64];
  unsigned passed, failed, too_large;
  uint64_t states, runs;
  unsigned ops[STATEMENT_OPS];
  unsigned holds, fails, exits, stuck, races, misuse;
  const struct oracle_row *row; /* when shrinking: that one must differ */
  char how[200];                /* in these words */
  VEC(char *) shown;            /* words of what was shown */
  char *const *only;            /* strategies to be asked, or none: all */
  bool quick;                   /* the first difference will do */
  unsigned packs;               /* so far */
  unsigned real_runs;           /* of each program of some packs, or 0 */
  unsigned real_programs, runs_seen, races_seen;
  bool no_tsan; /* it does not start here */
};

/* What is known of a program. */
struct subject {
  struct code code;
  struct brute brute;
  struct answer answer; /* of a search */
  bool whole;           /* that covered everything */
};

/* --- building ----------------------------------------------------------- */

enum { BINARY = 96 };

/* NAME.c becomes a binary NAME.END, by this compiler. */
static bool compile(struct oracle *o, const char *compiler, const char *name,
                    const char *end, char *binary) {
  char command[512];
  snprintf(binary, BINARY, "%s/%s.%s", o->folder, name, end);
  snprintf(command, sizeof command, "%s -w -I. '%s/%s.c' -o '%s'", compiler,
           o->folder, name, binary);
  bool ok = system(command) == 0;
  if (!ok) {
    printf("failed: %s\n", command);
    o->failed++;
  }
  return ok;
}

/* The text becomes a binary of that name; it is freed. */
static bool build_text(struct oracle *o, struct text *text, const char *name,
                       char *binary) {
  char source[BINARY], compiler[300];
  snprintf(source, sizeof source, "%s/%s.c", o->folder, name);
  snprintf(compiler, sizeof compiler, "'%s' cc", o->heddle);
  bool ok = text_write_file(text, source);
  text_free(text);
  return ok && compile(o, compiler, name, "x", binary);
}

static bool build(struct oracle *o, struct program *programs, unsigned count,
                  const char *name, char *binary) {
  struct text text = {0};
  write_file(programs, count, &text);
  return build_text(o, &text, name, binary);
}

/* --- comparing ---------------------------------------------------------- */

/* A loop that does more than look may have no end of schedules. */
static uint64_t runs_of(const struct oracle_row *row, const struct subject *s) {
  enum { LOOPS = 300 };
  return s->code.loops && row->runs > LOOPS ? LOOPS : row->runs;
}

static bool is_asked(const struct oracle *o, const struct oracle_row *row) {
  if (o->row)
    return o->row == row;
  for (char *const *s = o->only; *s; s++)
    if (!strcmp(*s, row->strategy))
      return true;
  return !*o->only;
}

/* Every row; *differs is the first that does. */
static bool agree(struct oracle *o, const char *binary, unsigned number,
                  struct subject *s, const struct oracle_row **differs,
                  struct text *why) {
  char error[200];
  struct executor *x =
      ask_open(binary, number, s->code.program->spurious, error, sizeof error);
  if (!x) {
    text_printf(why, "cannot be opened: %s\n", error);
    return false;
  }
  bool same = true;
  for (unsigned i = 0; i < oracle_rows_len && same; i++) {
    const struct oracle_row *row = &oracle_rows[i];
    struct answer a;
    struct text how = {0};
    if (!is_asked(o, row))
      continue;
    ask(x, &s->code, row->strategy, runs_of(row, s), 1, &a);
    o->runs += a.runs;
    if (row->pairs && !a.incomplete && !s->whole) {
      s->answer = a;
      s->whole = true;
    }
    same = compare_answer(&s->code, &s->brute, row, &a, &how);
    if (!same)
      text_printf(why, "%s:\n%s", row->strategy, text_str(&how));
    if (!same)
      *differs = row;
    text_free(&how);
  }
  ask_close(x);
  return same;
}

/* A difference without the numbers in it, so that a smaller program can show
 * the same one. */
static void words_of(const char *why, char *out, size_t room) {
  size_t n = 0;
  for (const char *c = why; *c && n + 1 < room; c++)
    if (*c < '0' || *c > '9')
      out[n++] = *c;
  out[n] = 0;
  char *second = strchr(out, '\n');
  second = second ? strchr(second + 1, '\n') : NULL;
  if (second)
    *second = 0;
}

static bool examine(const struct program *p, struct subject *s) {
  s->whole = false;
  if (!code_make(p, &s->code))
    return false;
  brute_explore(&s->code, STATES, &s->brute);
  return !s->brute.too_large;
}

/* For shrinking. */
static unsigned first_failing(struct program *programs, unsigned count,
                              void *user) {
  struct oracle *o = user;
  char binary[BINARY];
  struct subject *s = malloc(sizeof *s);
  if (!s || !build(o, programs, count, "shrink", binary)) {
    free(s);
    return count;
  }
  unsigned i = 0;
  for (bool found = false; i < count && !found; i += !found) {
    const struct oracle_row *row = NULL;
    struct text why = {0};
    char how[200];
    if (examine(&programs[i], s) && !agree(o, binary, i, s, &row, &why)) {
      words_of(text_str(&why), how, sizeof how);
      found = !strcmp(how, o->how);
    }
    text_free(&why);
  }
  free(s);
  return i;
}

static void show_failure(struct oracle *o, const struct program *p,
                         const struct oracle_row *row, const char *why) {
  struct program small = *p;
  struct text text = {0}, out = {0};
  struct subject *s = malloc(sizeof *s);
  char binary[BINARY];
  o->row = row;
  words_of(why, o->how, sizeof o->how);
  shrink(&small, first_failing, o);
  write_alone(&small, &text);
  printf("seed %" PRIu64 " failed; shrunk to\n%s", p->seed, text_str(&text));
  const struct oracle_row *differs;
  if (s && examine(&small, s) && build_text(o, &text, "alone", binary)) {
    agree(o, binary, 0, s, &differs, &out);
    compare_describe(&s->code, &s->brute, &out);
  }
  printf("%s\n", text_str(&out));
  fflush(stdout);
  o->row = NULL;
  text_free(&out);
  free(s);
}

static void tally(struct oracle *o, const struct program *p,
                  const struct subject *s) {
  const struct brute *b = &s->brute;
  o->states += b->states;
  o->holds += brute_holds(b);
  o->stuck += b->stuck;
  o->races += b->must_races > 0;
  o->exits += (b->must_exit[0] | b->must_exit[1] | b->must_exit[2] |
               b->must_exit[3]) != 0;
  for (unsigned i = 0; i < s->code.fails; i++)
    if (b->must_fail >> i & 1)
      *(s->code.fail[i].kind == FAIL_MISUSE ? &o->misuse : &o->fails) += 1;
  for (unsigned op = 0; op < STATEMENT_OPS; op++)
    o->ops[op] += program_uses(p, op);
}

/* Not shown yet, and few were. */
static bool is_new(struct oracle *o, const char *why) {
  char how[200];
  words_of(why, how, sizeof how);
  vec_each(&o->shown, w) if (!strcmp(*w, how)) return false;
  if (o->shown.len == FAILURES_SHOWN)
    return false;
  vec_push(&o->shown, strdup(how));
  return true;
}

static bool is_over(const struct oracle *o) {
  return o->quick && o->failed;
}

/* --- real runs ---------------------------------------------------------- */

/* One program, after it was searched. */
static void try_really(struct oracle *o, const char *plain, const char *tsan,
                       unsigned number, struct subject *s) {
  const struct program *p = s->code.program;
  struct text why = {0};
  struct outcomes all = {
      .code = &s->code, .brute = &s->brute, .answer = &s->answer, .why = &why};
  if (!s->whole || outcomes_why_not(p, &s->code, &s->brute, false))
    return;
  bool ran = outcomes_run(&all, plain, number, o->real_runs, p->seed);
  if (!o->no_tsan && !outcomes_why_not(p, &s->code, &s->brute, true))
    ran &= outcomes_race(&all, tsan, number, o->real_runs / REAL_TENTH,
                         p->seed + o->real_runs);
  if (!ran)
    text_printf(&why, "  it does not run\n");
  if (why.len)
    printf("seed %" PRIu64 " failed: really\n%s", p->seed, text_str(&why));
  o->real_programs++;
  o->runs_seen += all.runs;
  o->races_seen += all.races;
  *(why.len ? &o->failed : &o->passed) += 1;
  text_free(&why);
}

/* A pack whose text is there. */
static void try_pack_really(struct oracle *o, struct subject *subjects,
                            unsigned count) {
  char plain[BINARY], tsan[BINARY];
  if (!compile(o, "gcc -O0 -g -Iinclude -pthread", "pack", "plain", plain) ||
      !compile(o, "gcc -O0 -g -Iinclude -pthread -fsanitize=thread", "pack",
               "tsan", tsan))
    return;
  o->no_tsan = !outcomes_starts(tsan);
  for (unsigned i = 0; i < count && !is_over(o); i++)
    try_really(o, plain, tsan, i, &subjects[i]);
}

/* --- packs -------------------------------------------------------------- */

static void try_pack(struct oracle *o, struct program *programs,
                     struct subject *subjects, unsigned count) {
  char binary[BINARY];
  if (!build(o, programs, count, "pack", binary))
    return;
  for (unsigned i = 0; i < count && !is_over(o); i++) {
    const struct oracle_row *row = NULL;
    struct text why = {0};
    bool same = agree(o, binary, i, &subjects[i], &row, &why);
    *(same ? &o->passed : &o->failed) += 1;
    tally(o, &programs[i], &subjects[i]);
    if (!same && row && !o->quick && is_new(o, text_str(&why)))
      show_failure(o, &programs[i], row, text_str(&why));
    else if (!same)
      printf("seed %" PRIu64 " failed: %s", programs[i].seed, text_str(&why));
    text_free(&why);
  }
  if (o->real_runs && o->packs++ % REAL_EVERY == 0)
    try_pack_really(o, subjects, count);
}

/* --- the test itself ---------------------------------------------------- */

/* No break stands outside of a loop. */
static bool is_written(const struct program *p) {
  bool inside = true;
  for (unsigned t = 0; t < p->threads; t++)
    for (unsigned k = 0; k < p->thread[t].len; k++) {
      bool loop = p->thread[t].at[k].op != S_BREAK;
      for (unsigned i = 0; i < k; i++)
        loop |= program_is_loop(&p->thread[t].at[i]) &&
                program_next(&p->thread[t], i) > k;
      inside &= loop;
    }
  return inside;
}

/* Programs that break are shrunk as far as they go. */
static unsigned first_that_breaks(struct program *programs, unsigned count,
                                  void *user) {
  bool *wrong = user;
  unsigned first = count;
  for (unsigned i = count; i-- > 0;) {
    *wrong |= !is_written(&programs[i]);
    first = program_uses(&programs[i], S_BREAK) ? i : first;
  }
  return first;
}

static void check_shrinking(struct oracle *o) {
  enum { SEEDS = 400 };
  bool wrong = false;
  for (uint64_t seed = 1; seed <= SEEDS; seed++) {
    struct program p;
    random_program(seed, &p);
    if (program_uses(&p, S_BREAK))
      shrink(&p, first_that_breaks, &wrong);
  }
  if (wrong)
    printf("shrinking leaves a break outside of a loop\n");
  *(wrong ? &o->failed : &o->passed) += 1;
}

static void check_coverage(struct oracle *o) {
  bool all =
      o->holds && o->fails && o->exits && o->stuck && o->races && o->misuse;
  printf("  %u hold, %u assertions fail, %u misuses, %u with exit codes, %u "
         "wait for ever, %u race\n",
         o->holds, o->fails, o->misuse, o->exits, o->stuck, o->races);
  for (unsigned op = 0; op < STATEMENT_OPS; op++)
    if (!o->ops[op]) {
      printf("no program had %s\n", statement_names[op]);
      all = false;
    }
  all &= o->runs_seen && (o->races_seen || o->no_tsan);
  *(all ? &o->passed : &o->failed) += 1;
}

int main(int argc, char **argv) {
  struct oracle o = {.heddle = getenv("HEDDLE")};
  for (; argc > 1 && argv[1][0] == '-'; argc--, argv++)
    if (!strcmp(argv[1], "-q")) {
      o.quick = true;
    } else if (argc > 2 && !strcmp(argv[1], "-n")) {
      o.real_runs = (unsigned)atoi(argv[2]);
      argc--;
      argv++;
    }
  if (argc < 2)
    o.real_runs = REAL_RUNS;
  o.only = argv + (argc < 3 ? argc : 3);
  uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : PROGRAMS;
  uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
  setvbuf(stdout, NULL, _IOLBF, 0);
  strcpy(o.folder, "/tmp/heddle-oracle-XXXXXX");
  if (!o.heddle || !mkdtemp(o.folder)) {
    puts("HEDDLE is not set, or no folder in /tmp");
    return 1;
  }
  struct program *programs = calloc(PACK, sizeof *programs);
  struct subject *subjects = calloc(PACK, sizeof *subjects);
  unsigned n = 0;
  for (uint64_t seed = first; seed < first + count && !is_over(&o); seed++) {
    random_program(seed, &programs[n]);
    if (examine(&programs[n], &subjects[n]))
      n++;
    else
      o.too_large++;
    if (n && (n == PACK || seed + 1 == first + count)) {
      try_pack(&o, programs, subjects, n);
      n = 0;
    }
  }
  printf("seed %" PRIu64 " to %" PRIu64 ": %" PRIu64 " states and %" PRIu64
         " runs in all, %u programs too large\n",
         first, first + count - 1, o.states, o.runs, o.too_large);
  if (o.real_runs)
    printf("  %u programs really ran, %u times; ThreadSanitizer %s %u races\n",
           o.real_programs, o.runs_seen,
           o.no_tsan ? "does not start here:" : "saw", o.races_seen);
  if (argc < 2) { /* few need not have everything */
    check_coverage(&o);
    check_shrinking(&o);
  }
  char command[100];
  snprintf(command, sizeof command, "rm -rf '%s'", o.folder);
  if (system(command))
    o.failed++;
  vec_each(&o.shown, w) free(*w);
  vec_free(&o.shown);
  free(programs);
  free(subjects);
  printf("%u passed, %u failed\n", o.passed, o.failed);
  return o.failed ? 1 : 0;
}
