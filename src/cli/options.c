#include "cli/options.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "cli/cli.h"

int usage_error(const struct usage *usage, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  fprintf(stderr, "heddle: ");
  vfprintf(stderr, fmt, args);
  fprintf(stderr, "\nheddle: try 'heddle %s --help'\n", usage->command);
  va_end(args);
  return EXIT_USAGE;
}

bool usage_unknown(const struct usage *usage, const char *what,
                   const char *word, const char *const *names, size_t count) {
  const char *near = text_nearest(word, names, count);
  struct text all = {0};
  if (near)
    text_printf(&all, " (did you mean '%s'?)", near);
  for (size_t i = 0; !near && i < count; i++)
    text_printf(&all, "%s%s", i ? ", " : ": ", names[i]);
  usage_error(usage, "unknown %s '%s'%s", what, word, text_str(&all));
  text_free(&all);
  return false;
}

static void print_help(const struct usage *u, const struct option *table) {
  printf("usage: heddle %s %s\n\n%s\n\n", u->command, u->synopsis,
         u->summary);
  for (const struct option *o = table; o->name; o++) {
    if (!o->help)
      continue;
    struct text left = {0};
    text_printf(&left, "  %c%c%c --%s%s%s", o->letter ? '-' : ' ',
                o->letter ? o->letter : ' ', o->letter ? ',' : ' ', o->name,
                o->argument ? " " : "", o->argument ? o->argument : "");
    if (left.len > 27)
      printf("%s\n%-28s%s\n", text_str(&left), "", o->help);
    else
      printf("%-28s%s\n", text_str(&left), o->help);
    text_free(&left);
  }
  if (u->more)
    printf("\n%s", u->more);
}

static bool parse_real(const char *s, double *value, const char **rest) {
  char *end;
  errno = 0;
  *value = strtod(s, &end);
  *rest = end;
  return end != s && !errno && isfinite(*value) && *value >= 0 &&
         *s != '+' && *s != '-';
}

static bool parse_number(const char *s, uint64_t *value) {
  char digits[64];
  size_t len = 0;
  for (; *s && len + 1 < sizeof digits; s++)
    if (*s != '_')
      digits[len++] = *s;
  digits[len] = 0;
  char *end;
  errno = 0;
  unsigned long long n = strtoull(digits, &end, 10);
  if (len && !*end && !errno && digits[0] != '-' && digits[0] != '+') {
    *value = n;
    return true;
  }
  double x;
  const char *rest;
  if (*s || !parse_real(digits, &x, &rest) || *rest || x != floor(x) ||
      x > 1e18)
    return false;
  *value = (uint64_t)x;
  return true;
}

struct unit {
  const char *name;
  double scale;
};

/* A number, with or without a unit of these; the last has no name. */
static bool parse_scaled(const char *s, double *value,
                         const struct unit *units) {
  const char *rest;
  if (!parse_real(s, value, &rest))
    return false;
  while (*rest && units->name && strcasecmp(rest, units->name))
    units++;
  if (*rest && !units->name)
    return false;
  *value *= *rest ? units->scale : 1;
  return true;
}

static const struct unit sizes[] = {
    {"k", 1024},         {"kB", 1024},         {"KiB", 1024},
    {"M", 1048576},      {"MB", 1048576},      {"MiB", 1048576},
    {"G", 1073741824},   {"GB", 1073741824},   {"GiB", 1073741824},
    {"T", 1099511627776}, {"TB", 1099511627776}, {"TiB", 1099511627776},
    {0}};
static const struct unit times[] = {{"s", 1},    {"ms", 1e-3}, {"sec", 1},
                                    {"m", 60},   {"min", 60},  {"h", 3600},
                                    {0}};

static bool set_value(const struct option *o, const char *argument) {
  double x;
  switch (o->kind) {
  case OPT_NUMBER:
    return parse_number(argument, o->value);
  case OPT_SIZE:
    if (!parse_scaled(argument, &x, sizes) || x > 1e18)
      return false;
    *(uint64_t *)o->value = (uint64_t)x;
    return true;
  case OPT_SECONDS:
    if (!strcmp(argument, "none")) {
      *(double *)o->value = 0;
      return true;
    }
    return parse_scaled(argument, o->value, times);
  case OPT_STRING:
    *(const char **)o->value = argument;
    return true;
  case OPT_LIST:
    vec_push(&((struct operands *)o->value)->at, argument);
    return true;
  case OPT_FLAG:
    break;
  }
  return false;
}

static const char *expected(enum option_kind kind) {
  switch (kind) {
  case OPT_NUMBER:
    return "a number";
  case OPT_SIZE:
    return "a size such as 512M or 4G";
  case OPT_SECONDS:
    return "a time such as 60, 1.5s or 2m";
  default:
    return "a value";
  }
}

static const struct option *find(const struct option *table, const char *name,
                                 size_t len) {
  for (; table->name; table++)
    if (strlen(table->name) == len && !strncmp(table->name, name, len))
      return table;
  return NULL;
}

static int unknown(const struct usage *usage, const struct option *table,
                   const char *name) {
  VEC(const char *) names = {0};
  for (; table->name; table++)
    if (table->help)
      vec_push(&names, table->name);
  const char *near = text_nearest(name, names.at, names.len);
  int status = near ? usage_error(usage,
                                  "unknown option '--%s' (did you mean "
                                  "'--%s'?)",
                                  name, near)
                    : usage_error(usage, "unknown option '--%s'", name);
  vec_free(&names);
  return status;
}

/* One option at argv[*i]; returns as options_parse does. */
static int parse_long(const struct usage *usage, const struct option *table,
                      int argc, char **argv, int *i) {
  const char *name = argv[*i] + 2;
  size_t len = strcspn(name, "=");
  const char *argument = name[len] ? name + len + 1 : NULL;
  const struct option *o = find(table, name, len);
  if (!o && len > 3 && !strncmp(name, "no-", 3) && !argument) {
    o = find(table, name + 3, len - 3);
    if (o && o->kind == OPT_FLAG) {
      *(bool *)o->value = false;
      return -1;
    }
    o = NULL;
  }
  if (!o) {
    char short_name[64];
    snprintf(short_name, sizeof short_name, "%.*s", (int)(len < 63 ? len : 63),
             name);
    return unknown(usage, table, short_name);
  }
  if (o->kind == OPT_FLAG) {
    if (argument)
      return usage_error(usage, "option '--%s' takes no value", o->name);
    *(bool *)o->value = true;
    return -1;
  }
  if (!argument) {
    if (*i + 1 >= argc)
      return usage_error(usage, "option '--%s' needs %s", o->name,
                         expected(o->kind));
    argument = argv[++*i];
  }
  if (!set_value(o, argument))
    return usage_error(usage, "option '--%s' needs %s, not '%s'", o->name,
                       expected(o->kind), argument);
  return -1;
}

static int parse_short(const struct usage *usage, const struct option *table,
                       int argc, char **argv, int *i) {
  for (const char *s = argv[*i] + 1; *s; s++) {
    const struct option *o = table;
    while (o->name && o->letter != *s)
      o++;
    if (!o->name)
      return usage_error(usage, "unknown option '-%c'", *s);
    if (o->kind == OPT_FLAG) {
      *(bool *)o->value = true;
      continue;
    }
    const char *argument = s[1] ? s + 1 : *i + 1 < argc ? argv[++*i] : NULL;
    if (!argument)
      return usage_error(usage, "option '-%c' needs %s", *s,
                         expected(o->kind));
    if (!set_value(o, argument))
      return usage_error(usage, "option '-%c' needs %s, not '%s'", *s,
                         expected(o->kind), argument);
    return -1;
  }
  return -1;
}

/* For shells (completion.c): each on a line, with what it does. */
static int list_options(const struct option *table) {
  for (const struct option *o = table; o->name; o++) {
    if (!o->help)
      continue;
    printf("--%s\t%s\n", o->name, o->help);
    if (o->letter)
      printf("-%c\t%s\n", o->letter, o->help);
  }
  return EXIT_HOLDS;
}

/* Whoever wants only the exit code wants no warnings, where they can be left
 * out. */
static void hush(const struct option *table) {
  const struct option *quiet = find(table, "quiet", strlen("quiet"));
  const struct option *said = find(table, "warnings", strlen("warnings"));
  if (quiet && said && *(bool *)quiet->value)
    *(bool *)said->value = false;
}

void options_add(struct option_table *t, const struct option *rows) {
  if (t->at.len)
    t->at.len--; /* the empty row at its end */
  do
    vec_push(&t->at, *rows);
  while (rows++->name);
}

int options_parse(const struct usage *usage, const struct option *table,
                  int argc, char **argv, struct operands *operands) {
  if (argc == 2 && !strcmp(argv[1], "--list-options"))
    return list_options(table);
  for (int i = 1; i < argc; i++) {
    const char *arg = argv[i];
    int status = -1;
    if (!strcmp(arg, "--")) {
      while (++i < argc)
        vec_push(&operands->at, argv[i]);
    } else if (!strcmp(arg, "--help") || !strcmp(arg, "-h")) {
      print_help(usage, table);
      return EXIT_HOLDS;
    } else if (arg[0] == '-' && arg[1] == '-') {
      status = parse_long(usage, table, argc, argv, &i);
    } else if (arg[0] == '-' && arg[1]) {
      status = parse_short(usage, table, argc, argv, &i);
    } else {
      vec_push(&operands->at, arg);
    }
    if (status >= 0)
      return status;
  }
  hush(table);
  return -1;
}

void out_assign(const char *out, const struct out_form *forms) {
  if (!out)
    return;
  const size_t len = strlen(out);
  for (; forms->suffix; forms++) {
    const size_t n = strlen(forms->suffix);
    if (len > n && !strcmp(out + len - n, forms->suffix))
      break;
  }
  *forms->file = out;
}
