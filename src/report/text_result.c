#include "report/text_result.h"

#include <string.h>

#include "base/verdict.h"

static void add_lines(struct text *out, const char *lines) {
  if (lines)
    text_add(out, lines);
}

static bool has_run(const struct heddle_finding *f) {
  return f->kind != HEDDLE_UNEXECUTABLE;
}

static void show_run(struct text *out, const struct heddle_finding *f,
                     struct picture_style style) {
  const struct heddle_picture *p = f->picture;
  if (p && p->broken)
    text_printf(out, "  (a bug in heddle: %s)\n", p->broken);
  else if (p)
    p->text(p, style, out);
}

/* --- of a model: all of them in a list, then runs -------------------------- */

/* A long state ends in "..."; the run shows it whole. */
static size_t cut_state(const char *where, size_t most) {
  size_t len = strlen(where);
  if (len <= most)
    return len;
  len = most - strlen(", ...");
  while (len && where[len] != ',')
    len--;
  return len;
}

static void list_finding(struct text *out, const struct heddle_finding *f,
                         unsigned width) {
  bool state = f->kind == HEDDLE_DEADLOCK || f->kind == HEDDLE_BLOCKING;
  size_t len = strlen(f->where);
  size_t cut = state ? cut_state(f->where, width > 90 ? width - 30 : 60) : len;
  text_printf(out, "  %-12s ", f->word);
  size_t from = out->len;
  text_printf(out, "%.*s%s", (int)cut, f->where, cut < len ? ", ..." : "");
  if (has_run(f)) {
    if (out->len - from < 50)
      text_fill(out, ' ', 50 - (out->len - from));
    text_printf(out, "  %3zu step%s", f->length, f->length == 1 ? "" : "s");
    if (f->for_ever && f->circle)
      text_printf(out, ", the last %zu for ever", f->circle);
  }
  text_char(out, '\n');
}

/* `unlisted`: those of this kind that are told in the result, and not here. */
static void list_more(struct text *out, const struct heddle_result *r,
                      const struct heddle_finding *f, uint64_t unlisted) {
  const char *rest = " more (--json lists them)\n";
  for (size_t i = 0; i < r->more_count; i++) {
    const struct heddle_more *m = &r->more[i];
    if (strcmp(m->key, f->key))
      continue;
    unlisted += m->count;
    if (m->alike)
      rest = " more, most of them alike but for who is who\n";
    else if (m->lost)
      rest = " more (--findings N lists more)\n";
  }
  if (!unlisted)
    return;
  text_printf(out, "  %-12s ... and ", f->word);
  text_count(out, unlisted);
  text_add(out, rest);
}

/* Findings come by kind. */
static void list(struct text *out, const struct heddle_result *r,
                 unsigned width) {
  size_t of_kind = 0;
  for (size_t i = 0; i < r->finding_count; i++) {
    const struct heddle_finding *f = &r->findings[i];
    if (of_kind++ < TEXT_LISTED)
      list_finding(out, f, width);
    if (i + 1 < r->finding_count && !strcmp(f->key, f[1].key))
      continue;
    list_more(out, r, f, of_kind > TEXT_LISTED ? of_kind - TEXT_LISTED : 0);
    of_kind = 0;
  }
}

static void show_every_run(struct text *out, const struct heddle_result *r,
                           struct picture_style style) {
  for (size_t i = 0; i < r->finding_count; i++) {
    const struct heddle_finding *f = &r->findings[i];
    if (!has_run(f))
      continue;
    text_printf(out, "\n%s: %s\n\n", f->key, f->where);
    show_run(out, f, style);
  }
}

static void show_first_run(struct text *out, const struct heddle_result *r,
                           struct picture_style style) {
  const struct heddle_finding *f = r->findings;
  if (!has_run(f)) /* these come last: there is no other */
    return;
  if (f->for_ever)
    text_printf(out, "\nA run that shows the first %s:\n\n", f->word);
  else
    text_printf(out, "\nA %srun to the first %s:\n\n",
                f->shortest ? "shortest " : "", f->key);
  show_run(out, f, style);
  add_lines(out, r->next);
}

/* --- of a program: the first is told --------------------------------------- */

static void add_output(struct text *out, const char *p) {
  enum { LINES = 20 };
  if (!p)
    return;
  text_add(out, "\n  what the program printed in this run:\n\n");
  for (unsigned n = 0; *p; n++) {
    size_t len = strcspn(p, "\n");
    if (n == LINES) {
      text_add(out, "    ...\n");
      break;
    }
    text_printf(out, "    %.*s\n", (int)len, p);
    p += len + (p[len] == '\n');
  }
}

static void tell(struct text *out, const struct heddle_result *r,
                 struct picture_style style) {
  show_run(out, r->findings, style);
  add_output(out, r->findings->output);
  uint64_t more = 0;
  for (size_t i = 0; i < r->more_count; i++)
    more += r->more[i].count;
  for (size_t i = 1; i < r->finding_count; i++) {
    text_add(out, i == 1 ? "\nalso:\n" : "");
    if (i <= TEXT_LISTED)
      add_lines(out, r->findings[i].brief);
    else
      more++;
  }
  if (more)
    text_printf(out, "  ... and %llu more\n", (unsigned long long)more);
  add_lines(out, r->next);
}

/* --- either --------------------------------------------------------------- */

void line_render(struct text *out, const struct heddle_result *r) {
  if (r->line)
    text_printf(out, "%s\n", r->line);
  else
    text_printf(out, "%s: %s\n", r->name, verdict_names[r->verdict]);
}

void text_render_in(struct text *out, const struct heddle_result *r,
                    struct picture_style style, bool every) {
  if (!style.width)
    style.width = 100;
  if (r->title)
    text_printf(out, "%s\n", r->title);
  add_lines(out, r->grounds);
  if (r->finding_count && r->title)
    text_char(out, '\n');
  if (!r->finding_count) {
    ; /* the title has said it */
  } else if (r->findings->kind == HEDDLE_KINDS) {
    tell(out, r, style);
    if (r->remarks)
      text_char(out, '\n');
  } else if (!r->count_count) { /* the one that is shown */
    show_run(out, r->findings, style);
  } else {
    list(out, r, style.width);
    if (every)
      show_every_run(out, r, style);
    else
      show_first_run(out, r, style);
  }
  add_lines(out, r->remarks);
}

void text_render(struct text *out, const struct heddle_result *r) {
  text_render_in(out, r, (struct picture_style){0}, false);
}
