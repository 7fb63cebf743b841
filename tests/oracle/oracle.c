/* oracle: random C programs under every strategy of `heddle test`, against a
 * brute force that shares nothing with it.
 *
 *     oracle [PROGRAMS [FIRST_SEED [STRATEGY...]]]
 *
 * Programs are packed into binaries.  One on which the two differ is shrunk
 * and printed with its seed; the last line counts those that passed and
 * failed.  Without arguments a statement, or a kind of finding, that never
 * came up counts as a failure too, since then nothing was compared. */
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
#include "random_program.h"
#include "shrink.h"
#include "write.h"

#if defined(__SANITIZE_ADDRESS__) || defined(STRESS)
enum { PROGRAMS = 300 };
#else
enum { PROGRAMS = 3000 };
#endif
enum { PACK = 150, STATES = 3000, FAILURES_SHOWN = 12 };

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
};

/* What is known of a program. */
struct subject {
  struct code code;
  struct brute brute;
};

/* --- building ----------------------------------------------------------- */

enum { BINARY = 96 };

/* The text becomes a binary of that name; it is freed. */
static bool build_text(struct oracle *o, struct text *text, const char *name,
                       char *binary) {
  char source[BINARY], command[512];
  snprintf(source, sizeof source, "%s/%s.c", o->folder, name);
  snprintf(binary, BINARY, "%s/%s.x", o->folder, name);
  bool ok = text_write_file(text, source);
  text_free(text);
  snprintf(command, sizeof command, "'%s' cc -w -I. '%s' -o '%s'", o->heddle,
           source, binary);
  ok = ok && system(command) == 0;
  if (!ok) {
    printf("failed: %s\n", command);
    o->failed++;
  }
  return ok;
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
                  const struct subject *s, const struct oracle_row **differs,
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

/* --- packs -------------------------------------------------------------- */

static void try_pack(struct oracle *o, struct program *programs,
                     struct subject *subjects, unsigned count) {
  char binary[BINARY];
  if (!build(o, programs, count, "pack", binary))
    return;
  for (unsigned i = 0; i < count; i++) {
    const struct oracle_row *row = NULL;
    struct text why = {0};
    bool same = agree(o, binary, i, &subjects[i], &row, &why);
    *(same ? &o->passed : &o->failed) += 1;
    tally(o, &programs[i], &subjects[i]);
    if (!same && row && is_new(o, text_str(&why)))
      show_failure(o, &programs[i], row, text_str(&why));
    else if (!same)
      printf("seed %" PRIu64 " failed: %s", programs[i].seed, text_str(&why));
    text_free(&why);
  }
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
  *(all ? &o->passed : &o->failed) += 1;
}

int main(int argc, char **argv) {
  uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : PROGRAMS;
  uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
  struct oracle o = {.heddle = getenv("HEDDLE"),
                     .only = argv + (argc < 3 ? argc : 3)};
  setvbuf(stdout, NULL, _IOLBF, 0);
  strcpy(o.folder, "/tmp/heddle-oracle-XXXXXX");
  if (!o.heddle || !mkdtemp(o.folder)) {
    puts("HEDDLE is not set, or no folder in /tmp");
    return 1;
  }
  struct program *programs = calloc(PACK, sizeof *programs);
  struct subject *subjects = calloc(PACK, sizeof *subjects);
  unsigned n = 0;
  for (uint64_t seed = first; seed < first + count; seed++) {
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
  if (argc < 2) /* few need not have everything */
    check_coverage(&o);
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
