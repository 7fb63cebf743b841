/* A result to be pasted into an issue: the verdict, and each finding with its
 * run. */
#include "report/forms.h"

#include <string.h>

#include "base/verdict.h"

/* Text between marks: what Markdown or HTML would take for its own is
 * escaped, and it stays one line. */
static void add_plain(struct text *out, const char *s) {
  for (; *s; s++) {
    if (strchr("\\`*_{}[]<>()#+!|~&", *s))
      text_char(out, '\\');
    text_char(out, (unsigned char)*s < 32 ? ' ' : *s);
  }
}

/* The longest row of backticks in it, so that a fence can be longer. */
static size_t longest_ticks(const char *s) {
  size_t longest = 0;
  while (*s) {
    size_t n = strspn(s, "`");
    longest = n > longest ? n : longest;
    s += n ? n : 1;
  }
  return longest;
}

static void add_block(struct text *out, const char *s) {
  size_t ticks = longest_ticks(s);
  size_t fence = ticks < 3 ? 3 : ticks + 1;
  text_fill(out, '`', fence);
  text_printf(out, "text\n%s", s);
  if (!*s || s[strlen(s) - 1] != '\n')
    text_char(out, '\n');
  text_fill(out, '`', fence);
  text_add(out, "\n\n");
}

static void add_place(struct text *out, const char *file, unsigned line) {
  add_plain(out, file);
  if (line)
    text_printf(out, ":%u", line);
}

static void add_run(struct text *out, const struct heddle_finding *f) {
  struct text run = {0};
  for (size_t i = 0; i < f->length; i++)
    text_printf(&run, "%4zu  %-12s %s\n", i + 1, f->run[i].process,
                f->run[i].text);
  add_block(out, text_str(&run));
  text_free(&run);
}

static void add_finding(struct text *out, const struct heddle_finding *f) {
  text_add(out, "### ");
  add_plain(out, f->key);
  text_add(out, ": ");
  add_plain(out, f->where);
  text_add(out, "\n\n");
  if (f->file && f->line) {
    text_add(out, "at ");
    add_place(out, f->file, f->line);
    if (f->other.file) {
      text_add(out, ", and ");
      add_place(out, f->other.file, f->other.line);
    }
    text_add(out, "\n\n");
  }
  if (f->story)
    add_block(out, f->story);
  else if (f->length)
    add_run(out, f);
}

static void add_reasons(struct text *out, const struct heddle_result *r) {
  if (!r->because_count)
    return;
  text_add(out, "Not looked at:\n\n");
  for (size_t i = 0; i < r->because_count; i++) {
    const struct heddle_because *b = &r->because[i];
    text_add(out, "- ");
    add_plain(out, b->why);
    if (b->name) {
      text_add(out, ": ");
      add_plain(out, b->name);
    }
    if (b->file) {
      text_add(out, " at ");
      add_place(out, b->file, b->line);
    }
    text_char(out, '\n');
  }
  text_char(out, '\n');
}

void markdown_render(struct text *out, const struct heddle_result *r) {
  text_printf(out, "## heddle %s: ", r->command);
  add_plain(out, r->name);
  text_printf(out, "\n\n**%s**", verdict_names[r->verdict]);
  const char *before = ":";
  for (size_t i = 0; i < r->count_count; i++) {
    const struct heddle_count *c = &r->counts[i];
    if (!c->value)
      continue;
    text_printf(out, "%s %s", before, c->exact ? "" : "at least ");
    text_count(out, c->value);
    text_printf(out, " %s", c->name);
    before = ",";
  }
  text_add(out, "\n\n");
  add_reasons(out, r);
  for (size_t i = 0; i < r->finding_count; i++)
    add_finding(out, &r->findings[i]);
}
