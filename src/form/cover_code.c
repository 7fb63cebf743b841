/* Tests as code: parameters for pytest and JUnit, tests for CTest.
 *
 * Numbers are numbers where every value of the parameter is one, and all
 * else is text; an absent value is None or null. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "form/cover_write.h"

/* --- names and kinds of columns ------------------------------------------- */

enum column_kind { COLUMN_TEXT, COLUMN_INT, COLUMN_LONG, COLUMN_DOUBLE };

/* What is written is the value as the model has it, so it must be a literal
 * of both languages: no sign but a minus, no zero in front of digits. */
static enum column_kind number_kind(const char *s) {
  s += *s == '-';
  size_t digits = strspn(s, "0123456789");
  if (!digits || (digits > 1 && *s == '0') || digits > 18)
    return COLUMN_TEXT;
  if (!s[digits])
    return digits < 10 ? COLUMN_INT : COLUMN_LONG;
  size_t fraction = s[digits] == '.' ? strspn(s + digits + 1, "0123456789") : 0;
  return fraction && !s[digits + 1 + fraction] ? COLUMN_DOUBLE : COLUMN_TEXT;
}

static enum column_kind column_kind(const struct cover_write *w, size_t p) {
  if (p >= w->tests->params)
    return COLUMN_TEXT;
  enum column_kind kind = COLUMN_INT;
  for (size_t v = 0; v < heddle_cover_values(w->m, p); v++) {
    unsigned value = (unsigned)v;
    if (heddle_cover_absent(w->m, p, value))
      continue;
    const char *first = heddle_cover_alias(w->m, p, value, 0), *name = first;
    for (size_t n = 1; n == 1 || name != first; n++) {
      enum column_kind of = number_kind(name);
      if (of == COLUMN_TEXT || heddle_cover_negative(w->m, p, value))
        return COLUMN_TEXT; /* a negative value is printed with its prefix */
      kind = of > kind ? of : kind;
      name = heddle_cover_alias(w->m, p, value, n);
    }
  }
  for (size_t i = 0; i < w->tests->count; i++)
    if (w->open && heddle_cover_cell(w->tests, i, p) == HEDDLE_COVER_OPEN)
      return COLUMN_TEXT;
  return kind;
}

static bool is_keyword(const char *s) {
  static const char *const words[] = {
      "and", "as", "assert", "async", "await", "break", "class", "continue",
      "def", "del", "elif", "else", "except", "finally", "for", "from",
      "global", "if", "import", "in", "is", "lambda", "nonlocal", "not", "or",
      "pass", "raise", "return", "try", "while", "with", "yield", "None",
      "True", "False", "request"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (!strcmp(words[i], s))
      return true;
  return false;
}

/* The column's name as an identifier; what is none of ASCII is a line. */
static void identifier(const struct cover_write *w, size_t column,
                       struct text *out) {
  const char *name = cover_column(w, column);
  text_clear(out);
  if (isdigit((unsigned char)*name) || !*name)
    text_char(out, '_');
  for (; *name; name++)
    text_char(out, isalnum((unsigned char)*name) ? *name : '_');
  if (is_keyword(text_str(out)))
    text_char(out, '_');
}

/* The same, different for every column. */
static void unique(const struct cover_write *w, size_t column,
                   struct text *out) {
  struct text other = {0};
  bool twice = false;
  identifier(w, column, out);
  for (size_t i = 0; i < cover_columns(w) && !twice; i++) {
    identifier(w, i, &other);
    twice = i != column && !strcmp(text_str(&other), text_str(out));
  }
  if (twice)
    text_printf(out, "_%zu", column + 1);
  text_free(&other);
}

static void quote(struct text *out, const char *s) {
  text_char(out, '"');
  for (; *s; s++)
    if (*s == '"' || *s == '\\')
      text_printf(out, "\\%c", *s);
    else if ((unsigned char)*s < ' ')
      text_printf(out, "\\%03o", (unsigned)*s);
    else
      text_char(out, *s);
  text_char(out, '"');
}

/* --- cells ---------------------------------------------------------------- */

struct code {
  const struct cover_write *w;
  enum column_kind *kind;
  struct cover_turns turns;
  const char *nothing; /* the literal for absent */
  bool suffix;         /* a long ends in L */
};

static struct code code_begin(const struct cover_write *w,
                              const char *nothing, bool suffix) {
  struct code c = {.w = w, .nothing = nothing, .suffix = suffix,
                   .turns = cover_turns_begin(w)};
  c.kind = alloc_zero(cover_columns(w), sizeof *c.kind);
  for (size_t i = 0; i < cover_columns(w); i++)
    c.kind[i] = column_kind(w, i);
  return c;
}

static void code_end(struct code *c) {
  cover_turns_end(&c->turns);
  free(c->kind);
}

static void code_cell(struct code *c, size_t test, size_t column,
                      struct text *out) {
  struct text cell = {0};
  if (!cover_text(c->w, &c->turns, test, column, &cell))
    text_add(out, c->nothing);
  else if (c->kind[column] == COLUMN_TEXT)
    quote(out, text_str(&cell));
  else
    text_add(out, text_str(&cell));
  if (c->suffix && cell.len && c->kind[column] == COLUMN_LONG)
    text_char(out, 'L');
  text_free(&cell);
}

static void code_row(struct code *c, size_t test, struct text *out) {
  for (size_t i = 0; i < cover_columns(c->w); i++) {
    text_add(out, i ? ", " : "");
    code_cell(c, test, i, out);
  }
}

/* --- pytest --------------------------------------------------------------- */

void cover_pytest(const struct cover_write *w, struct text *out) {
  struct code c = code_begin(w, "None", false);
  struct text name = {0};
  text_add(out, "# Written by heddle cover.\n"
                "#\n"
                "#     from covering import covering\n"
                "#     @covering\n"
                "#     def test_it(");
  for (size_t i = 0; i < cover_columns(w); i++) {
    unique(w, i, &name);
    text_printf(out, "%s%s", i ? ", " : "", text_str(&name));
  }
  text_add(out, "): ...\nimport pytest\n\nNAMES = [");
  for (size_t i = 0; i < cover_columns(w); i++) {
    unique(w, i, &name);
    text_printf(out, "%s\"%s\"", i ? ", " : "", text_str(&name));
  }
  text_add(out, "]\nTESTS = [\n");
  for (size_t t = 0; t < w->tests->count; t++) {
    text_add(out, "    [");
    code_row(&c, t, out);
    text_add(out, "],\n");
  }
  text_add(out, "]\ncovering = pytest.mark.parametrize(NAMES, TESTS)\n");
  text_free(&name);
  code_end(&c);
}

/* --- JUnit ---------------------------------------------------------------- */

/* A method of Java has at most 64 kB of code. */
enum { CELLS_OF_METHOD = 2000 };

static size_t junit_part(struct code *c, size_t part, size_t first,
                         struct text *out) {
  size_t rows = CELLS_OF_METHOD / cover_columns(c->w) + 1;
  size_t last = first + rows < c->w->tests->count ? first + rows
                                                  : c->w->tests->count;
  text_printf(out, "\n  private static Stream<Arguments> part%zu() {\n"
                   "    return Stream.of(", part);
  for (size_t t = first; t < last; t++) {
    text_add(out, t > first ? ",\n        arguments(" : "\n        arguments(");
    code_row(c, t, out);
    text_char(out, ')');
  }
  text_add(out, ");\n  }\n");
  return last;
}

void cover_junit(const struct cover_write *w, struct text *out) {
  static const char *const types[] = {"String", "Integer", "Long", "Double"};
  struct code c = code_begin(w, "null", true);
  struct text name = {0}, parts = {0};
  text_add(out, "// Written by heddle cover.\n//\n"
                "//     @ParameterizedTest\n"
                "//     @MethodSource(\"Covering#tests\")\n"
                "//     void test(");
  for (size_t i = 0; i < cover_columns(w); i++) {
    unique(w, i, &name);
    text_printf(out, "%s%s %s", i ? ", " : "", types[c.kind[i]],
                text_str(&name));
  }
  text_add(out, ") { ... }\n"
                "import static org.junit.jupiter.params.provider.Arguments."
                "arguments;\n\n"
                "import java.util.stream.Stream;\n"
                "import org.junit.jupiter.params.provider.Arguments;\n\n"
                "final class Covering {\n"
                "  static Stream<Arguments> tests() {\n"
                "    return Stream.of(");
  size_t part = 0;
  for (size_t t = 0; t < w->tests->count; part++) {
    text_printf(out, "%spart%zu()", part ? ", " : "", part);
    t = junit_part(&c, part, t, &parts);
  }
  text_add(out, ").flatMap(part -> part);\n  }\n");
  text_add(out, text_str(&parts));
  text_add(out, "}\n");
  text_free(&parts);
  text_free(&name);
  code_end(&c);
}

/* --- CTest ---------------------------------------------------------------- */

/* A bracket argument is taken as it is; its brackets must not occur in it. */
static void bracket(struct text *out, const char *s) {
  struct text close = {0};
  for (size_t n = 1;; n++) {
    text_clear(&close);
    text_char(&close, ']');
    text_fill(&close, '=', n);
    if (!strstr(s, text_str(&close)))
      break;
  }
  text_printf(out, " [%s[%s%s]", text_str(&close) + 1, s, text_str(&close));
  text_free(&close);
}

void cover_ctest(const struct cover_write *w, struct text *out) {
  struct cover_turns turns = cover_turns_begin(w);
  struct text cell = {0};
  text_add(out, "# Written by heddle cover, for a CMakeLists.txt:\n"
                "#     set(COVER_COMMAND $<TARGET_FILE:my_test>)\n"
                "#     include(tests.cmake)\n"
                "# Each test runs it with these arguments:\n#");
  for (size_t i = 0; i < cover_columns(w); i++)
    text_printf(out, " %s", cover_column(w, i));
  text_char(out, '\n');
  for (size_t t = 0; t < w->tests->count; t++) {
    text_printf(out, "add_test(NAME cover-%zu COMMAND ${COVER_COMMAND}",
                t + 1);
    for (size_t i = 0; i < cover_columns(w); i++) {
      text_clear(&cell);
      cover_text(w, &turns, t, i, &cell);
      bracket(out, text_str(&cell));
    }
    text_add(out, ")\n");
  }
  text_free(&cell);
  cover_turns_end(&turns);
}
