#include "report/junit.h"

#include <string.h>

/* The length of the well-formed UTF-8 character at s, or 0. */
static size_t utf8_len(const unsigned char *s) {
  static const unsigned char least[] = {0, 0, 0x80, 0xa0, 0x90};
  size_t len = s[0] < 0x80 ? 1 : s[0] < 0xc2 ? 0 : s[0] < 0xe0 ? 2
               : s[0] < 0xf0                  ? 3
               : s[0] < 0xf5                  ? 4
                                              : 0;
  if (len < 2)
    return len;
  bool lead = s[0] == 0xe0 || s[0] == 0xf0;
  if ((lead && s[1] < least[len]) || (s[0] == 0xed && s[1] > 0x9f) ||
      (s[0] == 0xf4 && s[1] > 0x8f))
    return 0;
  for (size_t i = 1; i < len; i++)
    if (s[i] >> 6 != 2)
      return 0;
  return len;
}

/* U+FFFE and U+FFFF are the only others that XML excludes. */
static bool is_excluded(const unsigned char *s, size_t len) {
  if (len == 1)
    return s[0] < 32 && s[0] != '\t' && s[0] != '\n';
  return len == 3 && s[0] == 0xef && s[1] == 0xbf && s[2] >= 0xbe;
}

static void add_escaped(struct text *out, const char *s, bool attribute) {
  for (const unsigned char *p = (const unsigned char *)s; *p;) {
    size_t len = utf8_len(p);
    if (!len || is_excluded(p, len))
      text_add(out, "\xEF\xBF\xBD");
    else if (*p == '&')
      text_add(out, "&amp;");
    else if (*p == '<')
      text_add(out, "&lt;");
    else if (*p == '>')
      text_add(out, "&gt;");
    else if (attribute && *p == '"')
      text_add(out, "&quot;");
    else if (*p == '\t' || (attribute && *p == '\n'))
      text_char(out, ' ');
    else
      text_add_n(out, (const char *)p, len);
    p += len ? len : 1;
  }
}

static void attribute(struct text *out, const char *name, const char *value) {
  text_printf(out, " %s=\"", name);
  add_escaped(out, value, true);
  text_char(out, '"');
}

static size_t count(const struct junit_suite *s, enum junit_result result) {
  size_t n = 0;
  for (size_t i = 0; i < s->len; i++)
    n += s->cases[i].result == result;
  return n;
}

static void add_case(struct text *out, const struct junit_suite *s,
                     const struct junit_case *c) {
  text_add(out, "    <testcase");
  attribute(out, "classname", s->name);
  attribute(out, "name", c->name);
  text_printf(out, " time=\"%.3f\"", c->seconds);
  if (c->file) {
    attribute(out, "file", c->file);
    text_printf(out, " line=\"%u\"", c->line);
  }
  if (c->result == JUNIT_PASSED) {
    text_add(out, "/>\n");
    return;
  }
  const char *tag = c->result == JUNIT_FAILED ? "failure" : "skipped";
  text_printf(out, ">\n      <%s", tag);
  if (c->result == JUNIT_FAILED && c->kind)
    attribute(out, "type", c->kind);
  attribute(out, "message", c->message ? c->message : "");
  if (c->details) {
    text_char(out, '>');
    add_escaped(out, c->details, false);
    text_printf(out, "</%s>\n", tag);
  } else {
    text_add(out, "/>\n");
  }
  text_add(out, "    </testcase>\n");
}

static void add_counts(struct text *out, size_t tests, size_t failures,
                       size_t skipped, double seconds) {
  text_printf(out,
              " tests=\"%zu\" failures=\"%zu\" errors=\"0\" skipped=\"%zu\" "
              "time=\"%.3f\"",
              tests, failures, skipped, seconds);
}

void junit_render(struct text *out, const struct junit_suite *suites,
                  size_t len) {
  size_t tests = 0, failed = 0, skipped = 0;
  double seconds = 0;
  for (size_t i = 0; i < len; i++) {
    tests += suites[i].len;
    failed += count(&suites[i], JUNIT_FAILED);
    skipped += count(&suites[i], JUNIT_SKIPPED);
    seconds += suites[i].seconds;
  }
  text_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites");
  attribute(out, "name", "heddle");
  add_counts(out, tests, failed, skipped, seconds);
  text_add(out, ">\n");
  for (size_t i = 0; i < len; i++) {
    const struct junit_suite *s = &suites[i];
    text_add(out, "  <testsuite");
    attribute(out, "name", s->name);
    add_counts(out, s->len, count(s, JUNIT_FAILED), count(s, JUNIT_SKIPPED),
               s->seconds);
    text_add(out, ">\n");
    for (size_t k = 0; k < s->len; k++)
      add_case(out, s, &s->cases[k]);
    text_add(out, "  </testsuite>\n");
  }
  text_add(out, "</testsuites>\n");
}
