/* Tests in and out of heddle cover. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "cli/cover_command.h"

/* --- output --------------------------------------------------------------- */

const struct cover_format *cover_find_format(const char *name) {
  const struct cover_format *f = cover_formats;
  while (f->name && strcmp(f->name, name))
    f++;
  return f->name ? f : NULL;
}

/* Something is written to standard output whatever -q and --brief say. */
static bool named(const struct cover *c) {
  return c->r.format || c->r.json || c->r.stats;
}

int cover_write_out(struct cover *c) {
  if ((c->r.quiet || c->r.brief) && !c->r.out && !named(c))
    return EXIT_HOLDS;
  return term_write(&c->out, c->r.out ? c->r.out : "-") ? EXIT_HOLDS
                                                         : EXIT_USAGE;
}

void cover_say(struct cover *c, const char *fmt, ...) {
  if (c->r.quiet || (c->r.brief && (c->said || (named(c) && !c->r.out))))
    return;
  struct text t = {0};
  va_list args;
  va_start(args, fmt);
  text_vprintf(&t, fmt, args);
  va_end(args);
  if (c->r.brief) {
    struct text line = {0};
    text_printf(&line, "%s: %s\n", c->path, text_str(&t));
    term_print(&line);
    text_free(&line);
  } else {
    term_message("%s", text_str(&t));
  }
  c->said = true;
  text_free(&t);
}

/* Whose carried texts are each test's: of the first test of the file, not
 * taken yet, that agrees with it where it is not open.  Kept tests come in
 * the order of the file, so each gets its own. */
static size_t *find_read(const struct cover *c,
                         const struct heddle_cover_tests *tests) {
  size_t *from = alloc_zero(tests->count, sizeof *from);
  memset(from, 0xff, tests->count * sizeof *from);
  for (size_t i = 0; i < c->read.count; i++)
    for (size_t t = 0; t < tests->count; t++) {
      bool same = from[t] == SIZE_MAX;
      for (size_t p = 0; p < tests->params && same; p++) {
        unsigned v = heddle_cover_cell(&c->read, i, p);
        same = v == HEDDLE_COVER_OPEN || v == heddle_cover_cell(tests, t, p);
      }
      if (same) {
        from[t] = i;
        break;
      }
    }
  return from;
}

int cover_write_tests(struct cover *c, const struct heddle_cover_tests *tests,
                       const struct heddle_cover_result *result) {
  struct cover_write w = {
      .m = c->m, .tests = tests, .file = c->path, .result = result,
      .negative_prefix = c->r.negative ? *c->r.negative : '~',
      .strength = c->strength, .memory = c->r.memory, .mutable_model = c->m};
  size_t *from = NULL;
  if (c->r.carry)
    w.from = from = find_read(c, tests);
  w.open = c->r.dont_care ? "*" : NULL;
  const char *name = c->r.json ? "json" : c->r.format ? c->r.format : "tsv";
  cover_find_format(name)->write(&w, &c->out);
  free(from);
  return cover_write_out(c);
}

/* --- given tests ---------------------------------------------------------- */

/* The names of --carry A,B */
static void carry(struct cover *c) {
  char *names = strdup(c->r.carry), *rest = names, *name;
  while ((name = strsep(&rest, ",")))
    heddle_cover_carry(c->m, name);
  free(names);
}

static void remember(struct cover *c) {
  size_t cells = c->given.count * c->given.params;
  c->read = c->given;
  c->read.cells = alloc_zero(cells, sizeof *c->read.cells);
  memcpy(c->read.cells, c->given.cells, cells * sizeof *c->read.cells);
}

bool cover_read_given(struct cover *c, const char *path) {
  if (c->r.carry)
    carry(c);
  struct text t = {0};
  struct heddle_cover_rejected *rejected = NULL;
  size_t count = 0;
  bool ok = term_read(&t, path) &&
            heddle_cover_tests_read(c->m, path, text_str(&t), t.len,
                                    &c->given, &rejected, &count);
  for (size_t i = 0; i < count && ok && *term_warnings(); i++)
    term_message("%s:%u: test left out: %s", path, rejected[i].line,
                 rejected[i].reason);
  if (ok && c->r.carry)
    remember(c);
  free(rejected);
  text_free(&t);
  return ok;
}
