/* The page of `heddle test --coverage-page`: what was covered, and the sources
 * with what was not beside their lines. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exec/source.h"
#include "job/coverage.h"
#include "report/doc.h"

/* A file of the page. */
struct listed {
  const char *path;
  size_t lines, lines_seen, ways, ways_seen;
};

/* A remark on a line. */
struct said {
  size_t file; /* index + 1 */
  uint32_t line;
  enum doc_style style;
  size_t to_file; /* of the place it names, or 0 */
  uint32_t to_line;
  const char *text;
};

struct page {
  const struct coverage *c;
  VEC(struct listed) files;
  VEC(struct said) said;
  struct doc doc;
};

static const char *base(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/* --- collecting --------------------------------------------------------- */

static size_t file_number(struct page *p, const char *path) {
  if (!path || !*path)
    return 0;
  for (size_t i = 0; i < p->files.len; i++)
    if (!strcmp(p->files.at[i].path, path))
      return i + 1;
  struct listed fresh = {.path = path};
  vec_push(&p->files, fresh);
  return p->files.len;
}

static void say(struct page *p, size_t file, uint32_t line,
                enum doc_style style, const char *text) {
  struct said s = {.file = file, .line = line, .style = style, .text = text};
  if (file && line)
    vec_push(&p->said, s);
}

static void collect_rows(struct page *p) {
  vec_each(&p->c->rows, r) {
    size_t file = file_number(p, r->file);
    struct listed *f = &p->files.at[file - 1];
    if (r->branch) {
      f->ways += 2;
      f->ways_seen += (r->seen & 1u) + (r->seen >> 1 & 1u);
      if (r->seen == COVERED_YES || r->seen == COVERED_NO)
        say(p, file, r->line, DOC_WARN,
            r->seen == COVERED_YES ? "always true" : "always false");
    } else {
      f->lines++;
      f->lines_seen += r->seen != 0;
      say(p, file, r->line, r->seen ? DOC_GOOD : DOC_BAD,
          r->seen ? "" : "never run");
    }
  }
}

static struct spot place(const struct page *p, uint32_t site) {
  struct executor *x = p->c->target->executor;
  return x->place ? x->place(x, site) : (struct spot){0};
}

static void collect_pairs(struct page *p) {
  vec_each(&p->c->pairs.at, pair) {
    if (pair->orders == (PAIR_FORTH | PAIR_BACK))
      continue;
    bool forth = pair->orders == PAIR_FORTH;
    struct spot first = place(p, forth ? pair->a : pair->b);
    struct spot second = place(p, forth ? pair->b : pair->a);
    size_t a = file_number(p, first.file), b = file_number(p, second.file);
    struct said before = {a, first.line,  DOC_WARN,
                          b, second.line, "always before"};
    struct said after = {b, second.line, DOC_WARN,
                         a, first.line,  "always after"};
    if (a && b) {
      vec_push(&p->said, before);
      vec_push(&p->said, after);
    }
  }
}

/* What is worst about a line comes first and gives it its colour. */
static int compare(const void *a, const void *b) {
  static const uint8_t rank[] = {[DOC_BAD] = 0, [DOC_WARN] = 1, [DOC_GOOD] = 2};
  const struct said *x = a, *y = b;
  if (x->file != y->file)
    return x->file < y->file ? -1 : 1;
  if (x->line != y->line)
    return x->line < y->line ? -1 : 1;
  if (x->style != y->style)
    return rank[x->style] - rank[y->style];
  if (x->to_file != y->to_file)
    return x->to_file < y->to_file ? -1 : 1;
  if (x->to_line != y->to_line)
    return x->to_line < y->to_line ? -1 : 1;
  return strcmp(x->text, y->text);
}

/* Places of one line make one remark. */
static void sort_remarks(struct page *p) {
  size_t kept = 0;
  if (p->said.len)
    qsort(p->said.at, p->said.len, sizeof *p->said.at, compare);
  for (size_t i = 0; i < p->said.len; i++)
    if (!kept || compare(&p->said.at[kept - 1], &p->said.at[i]))
      p->said.at[kept++] = p->said.at[i];
  p->said.len = kept;
}

/* --- drawing ------------------------------------------------------------ */

static void share(char out[64], size_t some, size_t all) {
  if (all)
    snprintf(out, 64, "%zu of %zu (%zu %%)", some, all, some * 100 / all);
  else
    snprintf(out, 64, "-");
}

static void summary(struct page *p) {
  const struct coverage *c = p->c;
  char lines[64], ways[64], pairs[64];
  share(lines, c->lines_seen, c->lines);
  share(ways, c->ways_seen, c->ways);
  share(pairs, c->both, c->pairs.at.len);
  doc_list(&p->doc);
  doc_item(&p->doc, "lines run", "%s", lines);
  doc_item(&p->doc, "ways of branches", "%s", ways);
  doc_item(&p->doc, "pairs of accesses in both orders", "%s", pairs);
  doc_close(&p->doc);
  if (!c->rows.len && c->target->kind != TAPE_MODEL)
    doc_paragraph(&p->doc, "%s", COVERAGE_HOW);
}

static void files_table(struct page *p) {
  doc_section(&p->doc, "Files", "files");
  doc_table(&p->doc, "lrr");
  doc_row(&p->doc, DOC_HEAD);
  doc_cell(&p->doc, DOC_PLAIN, "file");
  doc_cell(&p->doc, DOC_PLAIN, "lines run");
  doc_cell(&p->doc, DOC_PLAIN, "ways of branches");
  for (size_t i = 0; i < p->files.len; i++) {
    const struct listed *f = &p->files.at[i];
    char href[32], lines[64], ways[64];
    snprintf(href, sizeof href, "#file%zu", i + 1);
    share(lines, f->lines_seen, f->lines);
    share(ways, f->ways_seen, f->ways);
    doc_row(&p->doc, DOC_PLAIN);
    doc_cell_link(&p->doc, DOC_PLAIN, href, "%s", base(f->path));
    doc_cell(&p->doc, DOC_PLAIN, "%s", lines);
    doc_cell(&p->doc, DOC_PLAIN, "%s", ways);
  }
  doc_close(&p->doc);
  doc_close(&p->doc);
}

static void cell_place(struct page *p, size_t file, uint32_t line) {
  char href[48];
  snprintf(href, sizeof href, "#f%zu-%u", file, line);
  doc_cell_link(&p->doc, DOC_PLAIN, href, "%s:%u",
                base(p->files.at[file - 1].path), line);
}

static void pairs_table(struct page *p) {
  bool any = false;
  vec_each(&p->said, s) {
    if (strcmp(s->text, "always before"))
      continue;
    if (!any) {
      doc_section(&p->doc, "Pairs of accesses in one order only", "pairs");
      doc_paragraph(&p->doc, "Either something orders them, or the other "
                             "order is still to be tried.");
      doc_table(&p->doc, "ll");
      doc_row(&p->doc, DOC_HEAD);
      doc_cell(&p->doc, DOC_PLAIN, "always first");
      doc_cell(&p->doc, DOC_PLAIN, "always second");
    }
    any = true;
    doc_row(&p->doc, DOC_PLAIN);
    cell_place(p, s->file, s->line);
    cell_place(p, s->to_file, s->to_line);
  }
  if (any) {
    doc_close(&p->doc);
    doc_close(&p->doc);
  }
}

static void remark(struct page *p, const struct said *s) {
  char href[48];
  snprintf(href, sizeof href, "#f%zu-%u", s->to_file, s->to_line);
  if (!s->to_file)
    doc_remark(&p->doc, s->line, s->style, NULL, "%s", s->text);
  else if (s->to_file == s->file)
    doc_remark(&p->doc, s->line, s->style, href, "%s line %u", s->text,
               s->to_line);
  else
    doc_remark(&p->doc, s->line, s->style, href, "%s %s:%u", s->text,
               base(p->files.at[s->to_file - 1].path), s->to_line);
}

static void listing(struct page *p, size_t file) {
  const char *path = p->files.at[file - 1].path;
  char anchor[32], lines[32];
  struct source_text source = {0};
  snprintf(anchor, sizeof anchor, "file%zu", file);
  snprintf(lines, sizeof lines, "f%zu", file);
  doc_section(&p->doc, base(path), anchor);
  if (source_read(&source, path)) {
    doc_listing(&p->doc, text_str(&source.text), 1, 0, lines);
    vec_each(&p->said, s) {
      if (s->file == file)
        remark(p, s);
    }
  } else {
    doc_paragraph(&p->doc, "%s cannot be read", path);
  }
  source_free(&source);
  doc_close(&p->doc);
}

void coverage_page(const struct coverage *c, struct text *out) {
  struct arena arena = {0};
  struct page p = {.c = c};
  char title[256];
  snprintf(title, sizeof title, "Coverage of %s", c->target->files.at[0]);
  p.doc = doc_begin(&arena, title);
  p.doc.footer = "made by heddle test";
  collect_rows(&p);
  collect_pairs(&p);
  sort_remarks(&p);
  summary(&p);
  if (p.files.len)
    files_table(&p);
  pairs_table(&p);
  for (size_t i = 1; i <= p.files.len; i++)
    listing(&p, i);
  doc_render_html(out, &p.doc);
  vec_free(&p.files);
  vec_free(&p.said);
  arena_free(&arena);
}
