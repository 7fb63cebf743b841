/* What functions of the C library do to what threads share, tried one by one.
 *
 * For each use of library-uses.txt and each effect that its row says (or the
 * words that stand there with it), two threads: one makes the call, the other
 * accesses the memory that it reads or writes, or makes the call, too.  Every
 * row that covers must find the data race; under a lock there is none, and
 * that is covered.  What is safe (streams, files, rand) only depends on
 * itself: no race, more than one run.  All of it is one program. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/progress.h"
#include "base/text.h"
#include "base/vec.h"
#include "sched/strategy.h"
#include "suite.h"

enum expected { RACES, DEPENDS, NOTHING };

struct trial {
  char use[80], effect[80];
  char touched[40]; /* an argument, or "": the call is made twice */
  enum expected expected;
};

struct trials {
  VEC(struct trial) at;
  struct text rows; /* as heddle-instrument tells them */
  unsigned functions;
};

/* --- rows --------------------------------------------------------------- */

/* The words of a function's row; false: it has none. */
static bool words_of(const struct trials *all, const char *name,
                     char words[256]) {
  char kind[16], found[80];
  for (const char *line = text_str(&all->rows); line && *line;
       line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
    words[0] = 0;
    if (sscanf(line, "%15s %79s%255[^\n]", kind, found, words) < 2 ||
        strcmp(found, name) || !strcmp(kind, "model"))
      continue;
    memmove(words, words + strspn(words, " "), strlen(words) + 1);
    if (strcmp(kind, "same"))
      return true;
    char other[80];
    snprintf(other, sizeof other, "%.79s", words);
    return words_of(all, other, words);
  }
  return false;
}

/* The n-th argument of a call as it is written. */
static void argument_of(const char *use, unsigned n, char out[40]) {
  const char *at = strchr(use, '(') + 1, *end = at;
  int depth = 0;
  for (bool quoted = false;; end++) {
    quoted ^= *end == '"';
    depth += !quoted && *end == '(';
    if ((!quoted && !depth && (*end == ',' || *end == ')')) || !*end) {
      if (!n-- || !*end)
        break;
      at = end + 1;
    }
    depth -= !quoted && *end == ')' && depth;
  }
  snprintf(out, 40, "%.*s", (int)(end - at), at);
}

/* One effect of a use: what the other thread does, and what is expected.  A
 * condition is left to the use; what is called with, kept or allocated is
 * nobody else's. */
static bool judge(struct trial *t) {
  char verb[16], what[16];
  unsigned n = 0;
  if (!t->effect[0]) {
    t->expected = NOTHING;
    return true;
  }
  if (sscanf(t->effect, "%15s", verb) != 1 || !strcmp(verb, "keeps") ||
      !strcmp(verb, "calls") || !strcmp(verb, "allocates") ||
      strstr(t->effect, "if null") || strstr(t->effect, "bytes result"))
    return false;
  bool memory = !strcmp(verb, "reads") || !strcmp(verb, "writes") ||
                !strcmp(verb, "updates") || !strcmp(verb, "appends");
  if (memory && sscanf(t->effect, "%*s %15s %u", what, &n) == 2) {
    argument_of(t->use, n, t->touched);
    t->expected = RACES;
    return strchr(t->touched, '"') == NULL; /* nobody writes to constants */
  }
  if (!strcmp(verb, "looks") && strncmp(t->effect, "looks name", 10))
    return false;
  bool plain = !strcmp(verb, "races") || !strcmp(verb, "unlocked");
  bool looks = !strcmp(verb, "looks");
  t->expected = plain ? RACES : looks ? NOTHING : DEPENDS;
  return !memory && strcmp(verb, "creates") && strcmp(verb, "changes") &&
         strcmp(verb, "removes") && strcmp(verb, "leaves");
}

/* A call that writes is not made twice: that would be another race. */
static void add_effects(struct trials *all, const char *use, char *words) {
  char *rest = words;
  bool writes = strstr(words, "writes") || strstr(words, "updates");
  do {
    struct trial t = {.expected = NOTHING};
    char *effect = strsep(&rest, ",");
    snprintf(t.use, sizeof t.use, "%.79s", use);
    snprintf(t.effect, sizeof t.effect, "%.79s", effect + strspn(effect, " "));
    if (judge(&t) && (t.touched[0] || t.expected == RACES || !writes))
      vec_push(&all->at, t);
  } while (rest);
}

static void read_uses(struct suite *s, struct trials *all) {
  FILE *f = fopen("tests/programs/library-uses.txt", "r");
  char line[256], use[256], words[256];
  while (f && fgets(line, sizeof line, f)) {
    line[strcspn(line, "\n")] = 0;
    if (!line[0] || line[0] == '#')
      continue;
    char *colon = strstr(line, " : ");
    if (colon)
      *colon = 0;
    snprintf(use, sizeof use, "%s", line);
    char name[256];
    const char *call = use + (strncmp(use, "void ", 5) ? 0 : 5);
    snprintf(name, sizeof name, "%.*s", (int)strcspn(call, "("), call);
    snprintf(words, sizeof words, "%s", colon ? colon + 3 : "");
    bool known = colon || words_of(all, name, words);
    suite_check(s, known, "%s has no row", name);
    all->functions += known;
    if (known)
      add_effects(all, use, words);
  }
  if (f)
    fclose(f);
}

/* --- the program -------------------------------------------------------- */

static bool uses_files(const struct trial *t) {
  return strstr(t->use, "file") || strstr(t->use, "fd");
}

static void write_program(const struct trials *all, const char *path) {
  FILE *f = fopen(path, "w");
  if (!f)
    return;
  fprintf(f, "#include \"library-uses.c\"\n");
  for (size_t i = 0; i < all->at.len; i++) {
    const struct trial *t = &all->at.at[i];
    bool none = !strncmp(t->use, "void ", 5);
    const char *use = t->use + (none ? 5 : 0);
    const char *to = none ? "" : "result = (long)";
    fprintf(f, "static void one%zu(void) { %s%s; }\n", i, to, use);
    if (t->touched[0])
      fprintf(f, "static void other%zu(void) { volatile char *to = "
                 "(volatile char *)(%s); *to = *to; }\n",
              i, t->touched);
    else
      fprintf(f, "static void other%zu(void) { %s%s; }\n", i, to, use);
  }
  fprintf(f, "const struct use uses[] = {\n");
  for (size_t i = 0; i < all->at.len; i++)
    fprintf(f, "{one%zu, other%zu, %d},\n", i, i,
            uses_files(&all->at.at[i]));
  fprintf(f, "};\n");
  fclose(f);
}

/* --- trying ------------------------------------------------------------- */

struct outcome {
  uint64_t runs;
  bool race, other, holds;
};

static struct outcome search(struct executor *x, size_t number, bool locked,
                             const char *strategy) {
  struct plan_input inputs[] = {{0, 0, (int64_t)number}, {0, 1, locked}};
  struct sched_options o = {.strategy = sched_strategy_find(strategy),
                            .seed = 1, .all = true, .inputs = inputs,
                            .inputs_len = 2, .preemptions = SCHED_UNBOUNDED,
                            .delays = SCHED_UNBOUNDED};
  struct sched r;
  struct progress progress = {0};
  sched_open(&r, x, &o);
  sched_run(&r, &progress);
  struct outcome out = {.runs = r.stats.executions,
                        .holds = r.verdict == VERDICT_HOLDS};
  for (size_t i = 0; i < r.findings.len; i++) {
    out.race |= r.findings.at[i].kind == FOUND_RACE;
    out.other |= r.findings.at[i].kind != FOUND_RACE;
  }
  sched_close(&r);
  return out;
}

static void try(struct suite *s, struct executor *x, const struct trial *t,
                size_t number) {
  static const char *const covering[] = {"optimal", "dpor",     "unfold",
                                         "contextual", "reach", "stateful",
                                         "full"};
  for (size_t i = 0; i < sizeof covering / sizeof *covering; i++) {
    struct outcome o = search(x, number, false, covering[i]);
    bool good = !o.other && (t->expected == RACES ? o.race : o.holds);
    suite_check(s, good, "%s: %s: %s %s", t->use, t->effect, covering[i],
                o.other  ? "finds something else"
                : o.race ? "finds a race"
                         : "finds no race");
  }
  struct outcome once = search(x, number, false, "optimal");
  if (t->expected != RACES)
    suite_check(s, (once.runs > 1) == (t->expected == DEPENDS),
                "%s: %s: %lu runs", t->use, t->effect,
                (unsigned long)once.runs);
  struct outcome locked = search(x, number, true, "optimal");
  suite_check(s, locked.holds && locked.runs == 2,
              "%s: %s: under a lock, %lu runs", t->use, t->effect,
              (unsigned long)locked.runs);
}

void suite_library(struct suite *s) {
  const char *build = getenv("BUILD");
  struct trials all = {0};
  struct text path = {0}, command = {0};
  char line[1024];
  text_printf(&command, "'%s/cc/heddle-instrument' --rows",
              build ? build : "build/release");
  FILE *rows = popen(text_str(&command), "r");
  while (rows && fgets(line, sizeof line, rows))
    text_add(&all.rows, line);
  suite_check(s, rows && !pclose(rows) && all.rows.len, "no table");
  read_uses(s, &all);
  suite_check(s, all.functions >= 200, "only %u functions", all.functions);
  text_printf(&path, "%s/library.c", s->folder);
  write_program(&all, text_str(&path));
  char *binary = suite_build_with(s, text_str(&path),
                                  "-w -Itests/programs -Iinclude -lm");
  struct search_options o = {0};
  struct executor *x = binary ? suite_open(s, binary, &o) : NULL;
  for (size_t i = 0; x && i < all.at.len; i++)
    try(s, x, &all.at.at[i], i);
  if (x)
    x->close(x);
  free(binary);
  text_free(&path);
  text_free(&command);
  text_free(&all.rows);
  vec_free(&all.at);
}
