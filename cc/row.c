#include "row.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "rt/names.h"

/* --- the table ---------------------------------------------------------- */

enum { SAME_AS = 64, OF_NUMBERS }; /* beside enum row_kind */

static const struct {
  const char *name, *words;
  unsigned kind;
} table[] = {
#define NAME(name) {#name, "", ROW_MODEL},
    HEDDLE_LIBC(NAME) HEDDLE_MPI(NAME) HEDDLE_OWN(NAME)
#undef NAME
#define NAME(name, type) {"__VERIFIER_nondet_" #name, "", ROW_MODEL},
        HEDDLE_NONDET(NAME)
#undef NAME
#define CALL(name, words) {#name, words, ROW_CALL},
#define PURE(name) {#name, "", ROW_PURE},
#define ALONE(name) {#name, "", ROW_ALONE},
#define NONE(name) {#name, "", ROW_NONE},
#define DENY(name) {#name, "", ROW_DENY},
#define DATA(name) {#name, "", ROW_DATA},
#define MATH(name) {#name, "", OF_NUMBERS},
#define SAME(name, other) {#name, #other, SAME_AS},
#include "rt/library/all.h"
};
enum { ROWS = sizeof table / sizeof *table };

static bool is_pattern(const char *name) {
  return strpbrk(name, "*?");
}

/* sin, sinf, sinl, sinf32x ..., __sin_finite, __sinf_finite ... */
static bool is_of_numbers(const char *stem, const char *name) {
  static const char *const ends[] = {"",    "f",    "l",    "f32",
                                     "f64", "f32x", "f64x", "f128"};
  size_t len = strlen(stem);
  bool finite = strncmp(name, stem, len) != 0;
  if (finite && (strncmp(name, "__", 2) || strncmp(name + 2, stem, len)))
    return false;
  const char *rest = name + len + (finite ? 2 : 0);
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
    size_t n = strlen(ends[i]);
    if (!strncmp(rest, ends[i], n) &&
        !strcmp(rest + n, finite ? "_finite" : ""))
      return true;
  }
  return false;
}

static int place_of(const char *name) {
  for (int i = 0; i < ROWS; i++)
    if (table[i].kind != OF_NUMBERS && !strcmp(table[i].name, name))
      return i;
  for (int i = 0; i < ROWS; i++)
    if (table[i].kind == OF_NUMBERS && is_of_numbers(table[i].name, name))
      return i;
  for (int i = 0; i < ROWS; i++)
    if (is_pattern(table[i].name) && !fnmatch(table[i].name, name, 0))
      return i;
  return -1;
}

struct row row_find(const char *name) {
  int i = place_of(name);
  if (i >= 0 && table[i].kind == SAME_AS)
    i = place_of(table[i].words);
  if (i < 0)
    return (struct row){ROW_UNKNOWN, name, ""};
  unsigned kind = table[i].kind == OF_NUMBERS ? ROW_PURE : table[i].kind;
  return (struct row){kind, table[i].name, table[i].words};
}

/* --- words -------------------------------------------------------------- */

struct reader {
  const char *at;
  struct row_effects *out;
  bool wrong;
};

static bool word(struct reader *r, const char *w) {
  size_t len = strlen(w);
  while (*r->at == ' ')
    r->at++;
  if (strncmp(r->at, w, len))
    return false;
  char next = r->at[len];
  if (next && !strchr(" ,+*#@", next) && w[len - 1] > '9')
    return false;
  r->at += len;
  return true;
}

static unsigned number(struct reader *r) {
  while (*r->at == ' ')
    r->at++;
  char *end;
  unsigned n = (unsigned)strtoul(r->at, &end, 10);
  r->wrong |= end == r->at || n > UINT16_MAX;
  r->at = end;
  return n;
}

static uint8_t argument(struct reader *r) {
  if (word(r, "result"))
    return ABI_OF_RESULT;
  unsigned n = number(r);
  r->wrong |= n >= ABI_STATES;
  return (uint8_t)n;
}

static const struct {
  const char *name;
  uint16_t size;
} types[] = {{"char", 1},      {"short", 2},  {"int", 4},     {"long", 8},
             {"float", 4},     {"double", 8}, {"pointer", 8}, {"tm", 56},
             {"timespec", 16}, {"stat", 144}};

/* "of 2", "of 1*2", "of 2*#8", "of #26", "of text 1", "of result max 2" ... */
static void length(struct reader *r, struct heddle_effect *e) {
  if (word(r, "#")) {
    e->size = (uint16_t)number(r);
    e->measure = ABI_SIZE;
  } else if (word(r, "text") || word(r, "wide")) {
    e->size = r->at[-1] == 'e' ? 4 : 1;
    e->measure = ABI_AS_TEXT;
    e->a = argument(r);
  } else if (word(r, "result")) {
    e->measure = ABI_RESULT;
    if (word(r, "*#")) {
      e->size = (uint16_t)number(r);
    } else if (word(r, "*")) {
      e->measure = ABI_ITEMS;
      e->a = argument(r);
      r->wrong |= !word(r, "max") || argument(r) != e->a || !word(r, "*");
      e->b = argument(r);
    } else {
      bool more = word(r, "+1");
      if (word(r, "max")) {
        e->measure = more ? ABI_RESULT1_MAX : ABI_RESULT_MAX;
        e->a = argument(r);
      } else {
        r->wrong |= more;
      }
    }
  } else {
    e->measure = ABI_BYTES;
    e->a = argument(r);
    if (word(r, "*#")) {
      e->size = (uint16_t)number(r);
    } else if (word(r, "*")) {
      e->measure = ABI_PRODUCT;
      e->b = argument(r);
    }
  }
}

static const struct {
  const char *word;
  uint8_t need;
} needs[] = {{"until", NEED_UNTIL},     {"among", NEED_AMONG},
             {"without", NEED_WITHOUT}, {"like", NEED_LIKE},
             {"alike", NEED_ALIKE},     {"to folded", NEED_FOLDED_PLACE},
             {"to", NEED_PLACE},        {"as whole", NEED_WHOLE},
             {"as number", NEED_REAL}};

/* "until 1", "like 1 max 2" ...: false if it says none of these. */
static bool needed(struct reader *r, struct heddle_effect *e) {
  size_t i = 0, n = sizeof needs / sizeof *needs;
  if (word(r, "coded")) {
    e->measure = e->size == 1 ? ABI_DECODED : ABI_ENCODED;
    e->a = argument(r);
    return true;
  }
  while (i < n && !word(r, needs[i].word))
    i++;
  if (i == n)
    return false;
  e->measure = ABI_NEEDED;
  e->extra = needs[i].need;
  if (e->extra == NEED_REAL)
    return true;
  e->a = argument(r);
  if (word(r, "max")) {
    e->b = argument(r);
    e->extra |= NEED_MOST;
  }
  return true;
}

/* "result@8" */
static bool behind(struct reader *r, struct heddle_effect *e) {
  if (e->argument != ABI_OF_RESULT || *r->at != '@')
    return false;
  r->at++;
  e->measure = ABI_BEHIND;
  e->extra = (uint16_t)number(r);
  return true;
}

static void text(struct reader *r, struct heddle_effect *e, uint16_t size) {
  bool after = e->does != ABI_READS;
  e->size = size;
  e->argument = argument(r);
  e->measure = after ? ABI_WRITTEN : ABI_TEXT;
  if (after ? behind(r, e) : needed(r, e))
    return;
  if (word(r, "max")) {
    if (word(r, "#")) {
      e->extra = (uint16_t)number(r);
    } else {
      e->a = argument(r);
      e->measure = after ? ABI_WRITTEN_MAX : ABI_TEXT_MAX;
    }
  }
}

static void bytes(struct reader *r, struct heddle_effect *e, uint16_t size) {
  e->size = size;
  e->argument = argument(r);
  if (word(r, "of")) {
    length(r, e);
  } else if (word(r, "until")) {
    e->measure = ABI_UNTIL;
    e->a = argument(r);
    if (word(r, "max")) {
      e->measure = ABI_UNTIL_MAX;
      e->b = argument(r);
    }
  } else if (word(r, "to result max")) {
    e->measure = ABI_TO_RESULT;
    e->a = argument(r);
  } else {
    r->wrong = true;
  }
}

static void memory(struct reader *r, struct heddle_effect *e) {
  if (word(r, "text")) {
    text(r, e, 1);
  } else if (word(r, "wide")) {
    text(r, e, 4);
  } else if (word(r, "bytes")) {
    bytes(r, e, 1);
  } else if (word(r, "wides")) {
    bytes(r, e, 4);
  } else {
    size_t i = 0, n = sizeof types / sizeof *types;
    while (i < n && !word(r, types[i].name))
      i++;
    r->wrong |= i == n;
    e->measure = ABI_SIZE;
    e->size = i < n ? types[i].size : 0;
    e->extra = i < n && !strcmp(types[i].name, "pointer") ? ROW_POINTER : 0;
    e->argument = argument(r);
  }
}

/* A variable of the library may stand beside others, and an int is the least;
 * other state has memory of its own. */
enum { VARIABLE_SIZE = 4, STATE_SIZE = 16 };

/* "strtok()", up to a space or comma */
static void state(struct reader *r, struct heddle_effect *e) {
  struct row_effects *out = r->out;
  while (*r->at == ' ')
    r->at++;
  size_t len = strcspn(r->at, " ,");
  if (!len || len >= ROW_NAME || out->states_len == ROW_STATES) {
    r->wrong = true;
    return;
  }
  memcpy(out->states[out->states_len], r->at, len);
  out->states[out->states_len][len] = 0;
  r->at += len;
  const char *name = out->states[out->states_len];
  bool variable = row_find(name).kind == ROW_DATA;
  e->size = variable ? VARIABLE_SIZE : STATE_SIZE;
  e->argument = (uint8_t)(ABI_STATES + out->states_len++);
}

static void condition(struct reader *r, struct heddle_effect *e) {
  if (!word(r, "if"))
    return;
  if (word(r, "zero")) {
    e->when = ABI_IF_ZERO;
  } else if (word(r, "result")) {
    e->when = ABI_IF_RESULT;
  } else if (word(r, "done")) {
    e->when = ABI_IF_DONE;
  } else if (word(r, "returned")) {
    e->when = ABI_IF_RETURNED;
  } else if (word(r, "changed")) {
    e->when = ABI_IF_CHANGED;
  } else if (word(r, "null")) {
    e->when = ABI_IF_NULL;
    e->a = argument(r);
  } else {
    r->wrong = true;
  }
}

static void add(struct reader *r, struct heddle_effect e) {
  if (r->out->count == ROW_EFFECTS)
    r->wrong = true;
  else
    r->out->at[r->out->count++] = e;
}

static const struct {
  const char *word;
  uint8_t does;
} verbs[] = {{"stream", ABI_STREAM},         {"unlocked", ABI_UNLOCKED},
             {"folder", ABI_FOLDER},         {"file", ABI_FILE},
             {"names", ABI_NAMES},           {"name", ABI_NAME},
             {"looks name", ABI_LOOKS_NAME}, {"creates", ABI_CREATES},
             {"changes", ABI_CHANGES},       {"removes", ABI_REMOVES},
             {"leaves", ABI_LEAVES},         {"allocates", ABI_ALLOCATES},
             {"calls back", ABI_CALLS},      {"iostream", ABI_IOSTREAM},
             {"apart", ABI_APART},           {"environment", ABI_ENVIRONMENT},
             {"through libc", ABI_THROUGH}};

static void other(struct reader *r, struct heddle_effect *e) {
  size_t i = 0, n = sizeof verbs / sizeof *verbs;
  while (i < n && !word(r, verbs[i].word))
    i++;
  if (i < n) {
    e->does = verbs[i].does;
    if (e->does < ABI_NAMES || e->does == ABI_IOSTREAM)
      e->argument = argument(r);
  } else if (word(r, "races")) {
    e->does = ABI_RACES;
    state(r, e);
  } else if (word(r, "looks")) {
    e->does = ABI_LOOKS;
    state(r, e);
  } else {
    r->wrong = true;
  }
}

static void effect(struct reader *r) {
  struct heddle_effect e = {0};
  if (word(r, "keeps")) {
    r->out->keeps |= 1u << argument(r);
    return;
  }
  bool both = word(r, "updates");
  bool reads = !both && word(r, "reads");
  if (both || reads || word(r, "writes") || word(r, "appends")) {
    e.does = both || reads      ? ABI_READS
             : r->at[-2] == 'd' ? ABI_APPENDS
                                : ABI_WRITES;
    memory(r, &e);
  } else {
    other(r, &e);
  }
  condition(r, &e);
  add(r, e);
  if (!both)
    return;
  e.does = ABI_WRITES;
  if (e.measure == ABI_TEXT) { /* in its place */
    e.measure = ABI_AS_TEXT;
    e.a = e.argument;
  }
  add(r, e);
}

bool row_read(const char *words, struct row_effects *out) {
  *out = (struct row_effects){0};
  struct reader r = {words, out, false};
  while (*r.at && !r.wrong) {
    effect(&r);
    r.wrong |= *r.at && *r.at != ',';
    r.at += *r.at == ',';
  }
  out->wrong = r.wrong ? r.at : NULL;
  return !r.wrong;
}

/* --- for tests ---------------------------------------------------------- */

static const char *const kinds[] = {"undecided", "model", "call", "pure",
                                    "alone",     "none",  "deny", "data"};

bool row_list(FILE *to) {
  bool good = true;
  for (int i = 0; i < ROWS; i++) {
    struct row_effects e;
    bool same = table[i].kind == SAME_AS;
    const char *kind = same                          ? "same"
                       : table[i].kind == OF_NUMBERS ? "math"
                                                     : kinds[table[i].kind];
    fprintf(to, "%s %s %s\n", kind, table[i].name, table[i].words);
    if (table[i].kind == ROW_CALL && !row_read(table[i].words, &e)) {
      fprintf(to, "wrong: %s: at '%s'\n", table[i].name, e.wrong);
      good = false;
    }
    int other = same ? place_of(table[i].words) : 0;
    if (other < 0 || (same && table[other].kind == SAME_AS)) {
      fprintf(to, "wrong: %s is the same as what is not there\n",
              table[i].name);
      good = false;
    }
    for (int k = 0; k < i; k++)
      if (!strcmp(table[k].name, table[i].name)) {
        fprintf(to, "wrong: %s is decided twice\n", table[i].name);
        good = false;
      }
  }
  return good;
}

bool row_decide(FILE *names, FILE *to) {
  char name[256];
  bool all = true;
  while (fscanf(names, "%255s", name) == 1) {
    enum row_kind kind = row_find(name).kind;
    fprintf(to, "%s %s\n", kinds[kind], name);
    all &= kind != ROW_UNKNOWN;
  }
  return all;
}
