/* recount: an independent judge of covering arrays.
 *
 *     recount STRENGTH MODEL TESTS
 *
 * Shares no code with Heddle: it reads PICT models of the plain kind (a line
 * "name: a, b, c" for each parameter, rules "[p] <> v OR [q] <> w ...;") and
 * tests as tab-separated text with a header, checks every test against every
 * rule, and counts the distinct tuples that occur.  Prints
 *
 *     TESTS tests, BROKEN broken rules, TUPLES tuples
 *
 * and exits with 1 when a rule is broken, 2 when it cannot read its input.
 * A set of valid tests covers everything exactly when TUPLES is the number
 * of tuples that valid tests can have. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PARAMS = 1200, VALUES = 1024, RULES = 4096, TERMS = 64, LINE = 1 << 16 };

static char *names[PARAMS], *values[PARAMS][VALUES];
static int levels[PARAMS], params;
static int rule_param[RULES][TERMS], rule_value[RULES][TERMS];
static int rule_len[RULES], rules;
static unsigned short *tests;
static int count;

static void die(const char *what, const char *detail) {
  fprintf(stderr, "recount: %s: %s\n", what, detail);
  exit(2);
}

static char *strip(char *s) {
  while (*s == ' ' || *s == '\t')
    s++;
  size_t n = strlen(s);
  while (n && strchr(" \t\r\n;", s[n - 1]))
    s[--n] = 0;
  return s;
}

static int find(char **list, int n, const char *name) {
  for (int i = 0; i < n; i++)
    if (!strcmp(list[i], name))
      return i;
  return -1;
}

static void read_parameter(char *line) {
  char *colon = strchr(line, ':');
  *colon = 0;
  if (params == PARAMS)
    die("too many parameters", line);
  names[params] = strdup(strip(line));
  char *rest = colon + 1;
  for (char *v; (v = strsep(&rest, ",")) != NULL;) {
    if (levels[params] == VALUES)
      die("too many values", line);
    values[params][levels[params]++] = strdup(strip(v));
  }
  params++;
}

/* [p] <> v OR [q] <> w */
static void read_rule(char *line) {
  if (rules == RULES)
    die("too many rules", line);
  while (line && *line) {
    char * or = strstr(line, " OR ");
    if (or)
      * or = 0;
    char *open = strchr(line, '['), *close = strchr(line, ']');
    char *not = close ? strstr(close, "<>") : NULL;
    if (!open || !not )
      die("not a rule of the plain kind", line);
    *close = 0;
    int p = find(names, params, open + 1);
    if (p < 0)
      die("unknown parameter", open + 1);
    char *v = strip(not +2);
    if (*v == '"')
      v[strlen(v) - 1] = 0, v++;
    rule_param[rules][rule_len[rules]] = p;
    rule_value[rules][rule_len[rules]++] = find(values[p], levels[p], v);
    line = or ? or +4 : NULL;
  }
  rules++;
}

static void read_model(const char *path) {
  static char line[LINE];
  FILE *f = fopen(path, "r");
  if (!f)
    die("cannot read", path);
  while (fgets(line, sizeof line, f)) {
    char *s = strip(line);
    if (!*s || *s == '#')
      continue;
    if (*s == '[')
      read_rule(s);
    else if (strchr(s, ':'))
      read_parameter(s);
    else
      die("cannot understand", s);
  }
  fclose(f);
}

static void read_tests(const char *path) {
  static char line[LINE];
  static int column[PARAMS];
  FILE *f = fopen(path, "r");
  if (!f)
    die("cannot read", path);
  int columns = 0;
  if (!fgets(line, sizeof line, f))
    die("no header", path);
  char *rest = line;
  for (char *c; (c = strsep(&rest, "\t\n")) != NULL && *c;)
    if ((column[columns++] = find(names, params, strip(c))) < 0)
      die("unknown column", c);
  if (columns != params)
    die("wrong number of columns", path);
  while (fgets(line, sizeof line, f)) {
    tests =
        realloc(tests, (size_t)(count + 1) * (size_t)params * sizeof *tests);
    rest = line;
    for (int i = 0; i < columns; i++) {
      char *c = strsep(&rest, "\t\n");
      int v = c ? find(values[column[i]], levels[column[i]], strip(c)) : -1;
      if (v < 0)
        die("unknown value", c ? c : "(none)");
      tests[(size_t)count * (size_t)params + (size_t)column[i]] =
          (unsigned short)v;
    }
    count++;
  }
  fclose(f);
}

static int count_broken(void) {
  int broken = 0;
  for (int t = 0; t < count; t++)
    for (int r = 0; r < rules; r++) {
      int ok = 0;
      for (int i = 0; i < rule_len[r]; i++)
        ok |= tests[(size_t)t * (size_t)params + (size_t)rule_param[r][i]] !=
              rule_value[r][i];
      broken += !ok;
    }
  return broken;
}

/* Distinct tuples of the parameters in pick[0..n-1]. */
static uint64_t distinct(const int *pick, int n) {
  size_t size = 1;
  for (int i = 0; i < n; i++)
    size *= (size_t)levels[pick[i]];
  static unsigned char *seen;
  static size_t cap;
  if (size > cap)
    seen = realloc(seen, cap = size);
  memset(seen, 0, size);
  uint64_t found = 0;
  for (int t = 0; t < count; t++) {
    size_t at = 0;
    for (int i = 0; i < n; i++)
      at = at * (size_t)levels[pick[i]] +
           tests[(size_t)t * (size_t)params + (size_t)pick[i]];
    found += !seen[at];
    seen[at] = 1;
  }
  return found;
}

static uint64_t count_tuples(int strength, int from, int *pick, int n) {
  if (n == strength)
    return distinct(pick, n);
  uint64_t sum = 0;
  for (int p = from; p < params; p++) {
    pick[n] = p;
    sum += count_tuples(strength, p + 1, pick, n + 1);
  }
  return sum;
}

int main(int argc, char **argv) {
  int pick[16];
  if (argc != 4 || atoi(argv[1]) < 1 || atoi(argv[1]) > 16)
    die("usage", "recount STRENGTH MODEL TESTS");
  read_model(argv[2]);
  read_tests(argv[3]);
  int broken = count_broken();
  printf("%d tests, %d broken rules, %llu tuples\n", count, broken,
         (unsigned long long)count_tuples(atoi(argv[1]), 0, pick, 0));
  return broken != 0;
}
