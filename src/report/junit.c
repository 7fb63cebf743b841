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

/* The run, when nobody has told it as a story. */
static void add_run(struct text *out, const struct heddle_finding *f) {
  struct text run = {0};
  for (size_t i = 0; i < f->length; i++)
    text_printf(&run, "%s: %s\n", f->run[i].process, f->run[i].text);
  add_escaped(out, text_str(&run), false);
  text_free(&run);
}

static void begin_case(struct text *out, const struct heddle_result *r,
                       const char *name, double seconds) {
  text_add(out, "    <testcase");
  attribute(out, "classname", r->name);
  attribute(out, "name", name);
  text_printf(out, " time=\"%.3f\"", seconds);
}

static void add_finding(struct text *out, const struct heddle_result *r,
                        const struct heddle_finding *f) {
  const char *tag = f->known ? "skipped" : "failure";
  begin_case(out, r, f->title, 0);
  if (f->file && f->line) {
    attribute(out, "file", f->file);
    text_printf(out, " line=\"%u\"", f->line);
  }
  text_printf(out, ">\n      <%s", tag);
  if (f->known) {
    text_add(out, " message=\"known: ");
    add_escaped(out, f->known, true);
    text_char(out, '"');
  } else {
    attribute(out, "type", f->key);
    attribute(out, "message", f->headline);
  }
  if (f->story || f->length) {
    text_char(out, '>');
    if (f->story)
      add_escaped(out, f->story, false);
    else
      add_run(out, f);
    text_printf(out, "</%s>\n", tag);
  } else {
    text_add(out, "/>\n");
  }
  text_add(out, "    </testcase>\n");
}

static void add_goal(struct text *out, const struct heddle_result *r) {
  begin_case(out, r, r->goal, r->seconds);
  if (!r->missed) {
    text_add(out, "/>\n");
    return;
  }
  text_add(out, ">\n      <skipped");
  text_add(out, " message=\"");
  text_add(out, r->because_count ? "incomplete: " : "");
  add_escaped(out, r->missed, true);
  text_char(out, '"');
  text_add(out, "/>\n    </testcase>\n");
}

static void begin(struct text *out, const char *tag, const char *name,
                  const struct junit_document *d) {
  text_printf(out, "<%s", tag);
  attribute(out, "name", name);
  text_printf(out,
              " tests=\"%zu\" failures=\"%zu\" errors=\"0\" skipped=\"%zu\" "
              "time=\"%.3f\">\n",
              d->tests, d->failures, d->skipped, d->seconds);
}

static struct junit_document counts_of(const struct heddle_result *r) {
  const size_t goals = r->goal != NULL, missed = r->missed != NULL;
  return (struct junit_document){
      .tests = goals + r->finding_count + r->known_count,
      .failures = r->finding_count,
      .skipped = missed + r->known_count,
      .seconds = r->seconds};
}

void junit_add(struct junit_document *d, const struct heddle_result *r) {
  const struct junit_document one = counts_of(r);
  struct text *out = &d->suites;
  text_add(out, "  ");
  begin(out, "testsuite", r->name, &one);
  if (r->goal)
    add_goal(out, r);
  for (size_t i = 0; i < r->finding_count; i++)
    add_finding(out, r, &r->findings[i]);
  for (size_t i = 0; i < r->known_count; i++)
    add_finding(out, r, &r->known[i]);
  text_add(out, "  </testsuite>\n");
  d->tests += one.tests;
  d->failures += one.failures;
  d->skipped += one.skipped;
  d->seconds += one.seconds;
}

void junit_close(struct junit_document *d, struct text *out) {
  text_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
  begin(out, "testsuites", "heddle", d);
  text_add(out, text_str(&d->suites));
  text_add(out, "</testsuites>\n");
  text_free(&d->suites);
}

void junit_render(struct text *out, const struct heddle_result *r) {
  struct junit_document d = {0};
  junit_add(&d, r);
  junit_close(&d, out);
}
