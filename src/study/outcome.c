#include "study/outcome.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define VERSION "heddle.outcome/1"

const char *const outcome_status_names[] = {"none", "done", "limit",
                                            "refused", "crashed", NULL};

/* Tabs separate and newlines end, so neither may be inside. */
static void add_field(struct text *out, const char *s) {
  for (; *s; s++)
    text_char(out, (unsigned char)*s < ' ' ? ' ' : *s);
  text_char(out, '\t');
}

static void add_list(struct text *out, const uint64_t *at, int base) {
  for (int k = 0; k < FINDING_KINDS; k++)
    text_printf(out, base == 16 ? "%s%" PRIx64 : "%s%" PRIu64, k ? "," : "",
                at[k]);
  text_char(out, '\t');
}

void outcome_print(const struct outcome *o, const char *model,
                   struct text *out) {
  add_field(out, VERSION);
  add_field(out, model);
  add_field(out, o->strategy);
  add_field(out, outcome_status_names[o->status]);
  text_printf(out, "%016" PRIx64 "\t%x\t", o->digest, o->find);
  add_field(out, o->limits);
  text_printf(out, "%x\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64
              "\t%.6f\t%.6f\t%.6f\t",
              o->known, o->states, o->transitions, o->bytes, o->seconds,
              o->cpu_seconds, isnan(o->concurrency) ? -1 : o->concurrency);
  add_list(out, o->counts, 10);
  add_list(out, o->sets, 16);
  add_field(out, o->why);
  text_add(out, ".\n");
}

/* --- reading -------------------------------------------------------------- */

enum {
  FIELD_VERSION, FIELD_MODEL, FIELD_STRATEGY, FIELD_STATUS, FIELD_DIGEST,
  FIELD_FIND, FIELD_LIMITS, FIELD_KNOWN, FIELD_STATES, FIELD_TRANSITIONS,
  FIELD_BYTES, FIELD_SECONDS, FIELD_CPU, FIELD_CONCURRENCY, FIELD_COUNTS,
  FIELD_SETS, FIELD_WHY, FIELD_END, FIELDS
};

static bool get_number(const char *s, int base, uint64_t *n) {
  char *end;
  errno = 0;
  *n = strtoull(s, &end, base);
  return end != s && !*end && !errno && *s != '-';
}

static bool get_real(const char *s, double *x) {
  char *end;
  *x = strtod(s, &end);
  return end != s && !*end && isfinite(*x);
}

static bool get_list(const char *s, int base, uint64_t *at) {
  for (int k = 0; k < FINDING_KINDS; k++) {
    char *end;
    at[k] = strtoull(s, &end, base);
    if (end == s || *end != (k + 1 < FINDING_KINDS ? ',' : 0))
      return false;
    s = end + 1;
  }
  return true;
}

static bool get_status(const char *s, enum outcome_status *status) {
  for (int i = 1; i < OUTCOME_STATUSES; i++)
    if (!strcmp(outcome_status_names[i], s)) {
      *status = (enum outcome_status)i;
      return true;
    }
  return false;
}

static bool split(char *line, const char **fields) {
  int count = 0;
  for (;;) {
    fields[count++] = line;
    char *tab = strchr(line, '\t');
    if (!tab)
      return count == FIELDS;
    if (count == FIELDS)
      return false;
    *tab = 0;
    line = tab + 1;
  }
}

bool outcome_parse(struct outcome *o, const char *line, size_t len,
                   struct arena *arena) {
  const char *f[FIELDS];
  uint64_t find, known;
  *o = (struct outcome){0};
  if (!split(arena_string(arena, line, len), f) ||
      strcmp(f[FIELD_VERSION], VERSION) || strcmp(f[FIELD_END], "."))
    return false;
  if (!get_status(f[FIELD_STATUS], &o->status) ||
      !get_number(f[FIELD_DIGEST], 16, &o->digest) ||
      !get_number(f[FIELD_FIND], 16, &find) ||
      !get_number(f[FIELD_KNOWN], 16, &known) ||
      !get_number(f[FIELD_STATES], 10, &o->states) ||
      !get_number(f[FIELD_TRANSITIONS], 10, &o->transitions) ||
      !get_number(f[FIELD_BYTES], 10, &o->bytes) ||
      !get_real(f[FIELD_SECONDS], &o->seconds) ||
      !get_real(f[FIELD_CPU], &o->cpu_seconds) ||
      !get_real(f[FIELD_CONCURRENCY], &o->concurrency) ||
      !get_list(f[FIELD_COUNTS], 10, o->counts) ||
      !get_list(f[FIELD_SETS], 16, o->sets))
    return false;
  if (o->concurrency < 0)
    o->concurrency = NAN;
  o->find = (unsigned)find;
  o->known = (unsigned)known;
  o->strategy = f[FIELD_STRATEGY];
  o->limits = f[FIELD_LIMITS];
  o->why = f[FIELD_WHY];
  return true;
}
