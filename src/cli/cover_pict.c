#include "cli/cover_pict.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum takes { NOTHING, VALUE, EITHER };

static const struct pict_option {
  char letter;
  enum takes takes;
  const char *name; /* ours; NULL: nothing to be done for it */
} table[] = {
    {'o', VALUE, "strength"}, {'d', VALUE, "delimiter"},
    {'a', VALUE, "alias"},    {'n', VALUE, "negative"},
    {'e', VALUE, "keep"},     {'r', EITHER, "seed"},
    {'f', VALUE, "format"},   {'c', NOTHING, "case-sensitive"},
    {'s', NOTHING, "stats"},  {'p', NOTHING, "steps=1"}, /* a preview */
    {'v', NOTHING, NULL},     {'?', NOTHING, "help"},
};
enum { OPTIONS = sizeof table / sizeof *table };

/* The row of the argument, or NULL when it is not one of pict's.  Our own
 * letters with a dash (-d C) keep their meaning where pict's need a colon. */
static const struct pict_option *find(const char *arg) {
  if ((*arg != '/' && *arg != '-') || !arg[1] || (arg[2] && arg[2] != ':'))
    return NULL;
  for (int i = 0; i < OPTIONS; i++)
    if (tolower((unsigned char)arg[1]) == table[i].letter)
      return *arg == '-' && !arg[2] && table[i].takes == VALUE ? NULL
                                                               : &table[i];
  return NULL;
}

/* Values as pict reads them: "space" and "tab", the digits that a number
 * begins with. */
static const char *value_of(struct arena *a, char letter, const char *value) {
  size_t digits = strspn(value, "0123456789");
  switch (letter) {
  case 'd':
  case 'a':
  case 'n':
    return !strcasecmp(value, "space") ? " "
           : !strcasecmp(value, "tab") ? "\t"
                                       : value;
  case 'f':
    return !strcmp(value, "text")   ? "tsv"
           : !strcmp(value, "json") ? "pict-json"
                                    : value;
  case 'o':
    return digits && value[digits] == '.' ? arena_string(a, value, digits)
                                          : value;
  case 'r':
    return digits ? arena_string(a, value, digits) : "0";
  default:
    return value;
  }
}

/* "-s ipo" is ours, and "-s model.txt" pict's, as is a last "-s". */
static bool is_our_strategy(const char *arg, const char *next) {
  return !strcmp(arg, "-s") && next && !strchr("/-", *next) &&
         access(next, F_OK);
}

int cover_pict(const struct usage *usage, struct arena *a, int *argc,
               char **argv) {
  bool seen[OPTIONS] = {0};
  int kept = 1;
  for (int i = 1; i < *argc; i++) {
    const struct pict_option *o = find(argv[i]);
    if (!o || is_our_strategy(argv[i], argv[i + 1])) {
      argv[kept++] = argv[i];
      continue;
    }
    const char *value = argv[i][2] ? argv[i] + 3 : NULL;
    if (value && o->takes == NOTHING)
      return usage_error(usage, "option '/%c' takes no value", o->letter);
    if (value ? !*value : o->takes == VALUE)
      return usage_error(usage, "option '/%c' needs a value after a colon",
                         o->letter);
    if (seen[o - table])
      return usage_error(usage, "option '/%c' is given twice", o->letter);
    seen[o - table] = true;
    if (!o->name)
      continue;
    if (o->letter == 'r' && !value)
      argv[kept++] = arena_printf(a, "--random");
    else if (value)
      argv[kept++] =
          arena_printf(a, "--%s=%s", o->name, value_of(a, o->letter, value));
    else
      argv[kept++] = arena_printf(a, "--%s", o->name);
  }
  *argc = kept;
  argv[kept] = NULL;
  return -1;
}
