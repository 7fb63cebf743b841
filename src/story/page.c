#include "story/page.h"

#include <stdio.h>
#include <string.h>

#include "base/map.h"
#include "report/label.h"
#include "story/assets.h"

enum {
  COLOURS = 12,
  COLUMNS_MOST = 6,
  WHOLE_FILE = 400, /* lines; of a longer file only what is near is shown */
  NEAR = 15,
};

struct page {
  struct story *s;
  struct text *out;
  unsigned columns[THREADS_MAX], count; /* threads, in order */
  bool single;                          /* too many: one column for all */
  VEC(const struct listing *) files;    /* that steps are in */
};

static void put(struct page *p, const char *text) {
  label_xml(p->out, text, LABEL_WHOLE);
}

/* What happened: browsers would break a line within an arrow. */
static void put_words(struct page *p, const char *text) {
  struct text part = {0};
  for (const char *arrow; (arrow = strstr(text, "->")); text = arrow + 2) {
    text_clear(&part);
    text_add_n(&part, text, (size_t)(arrow - text));
    put(p, text_str(&part));
    text_add(p->out, "<span class=\"arrow\">-&gt;</span>");
  }
  put(p, text);
  text_free(&part);
}

static void put_tag(struct page *p, const char *open, const char *text,
                    const char *close) {
  text_add(p->out, open);
  put(p, text);
  text_add(p->out, close);
}

static unsigned colour_of(unsigned thread) {
  return thread % COLOURS;
}

/* --- files -------------------------------------------------------------- */

/* Those that are told, then those that are folded. */
static const struct story_step *any_step(const struct page *p, size_t i) {
  return i < p->s->steps.len ? &p->s->steps.at[i]
                             : &p->s->inner.at[i - p->s->steps.len];
}

/* The number of the step's file, or -1. */
static int file_of(const struct page *p, const struct story_step *step) {
  for (size_t i = 0; step->at.file && step->at.line && i < p->files.len; i++)
    if (!strcmp(p->files.at[i]->name, step->at.file))
      return (int)i;
  return -1;
}

/* The step that it comes down to: the last that fails, or is a side of a race;
 * otherwise the last. */
static uint32_t failing_step(const struct story *s) {
  uint32_t last = s->steps.len ? (uint32_t)s->steps.len - 1 : 0;
  for (uint32_t i = last + 1; i-- > 0 && i < s->steps.len;)
    if (s->steps.at[i].fails || s->steps.at[i].marked)
      return i;
  return last;
}

/* The file of the failing line comes first, then the one that most is in. */
static void find_files(struct page *p) {
  const struct story *s = p->s;
  const struct story_step *wrong =
      s->steps.len ? &s->steps.at[failing_step(s)] : NULL;
  if (wrong && wrong->at.file && wrong->at.line && s->listings)
    vec_push(&p->files, listings_find(s->listings, wrong->at.file));
  bool other =
      s->file && (!p->files.len || strcmp(p->files.at[0]->name, s->file));
  if (other && s->listings)
    vec_push(&p->files, listings_find(s->listings, s->file));
  for (size_t i = 0; i < s->steps.len + s->inner.len && s->listings; i++) {
    const struct story_step *step = any_step(p, i);
    if (step->at.file && step->at.line && file_of(p, step) < 0)
      vec_push(&p->files, listings_find(s->listings, step->at.file));
  }
}

/* --- the head ----------------------------------------------------------- */

static void add_head(struct page *p, const char *title) {
  text_add(p->out,
           "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
           "<meta charset=\"utf-8\">\n"
           "<meta name=\"viewport\" content=\"width=device-width, "
           "initial-scale=1\">\n"
           "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
           "'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n"
           "<meta name=\"referrer\" content=\"no-referrer\">\n<title>");
  put(p, title);
  text_add(p->out, "</title>\n<style>\n");
  text_add(p->out, story_page_css);
  svg_style(p->out);
  text_add(p->out, "</style>\n</head>\n<body>\n");
}

static void add_missing(struct page *p) {
  for (size_t i = 0; i < p->files.len; i++) {
    const struct listing *f = p->files.at[i];
    if (!f->path)
      put_tag(p, "<p class=\"missing\">the source '", f->name,
              "' is not here: its lines are given by number</p>\n");
    else if (f->newer)
      put_tag(p, "<p class=\"missing\">'", f->name,
              "' is newer than the program: its lines may have moved</p>\n");
  }
}

static void add_header(struct page *p, const char *title) {
  enum { SHOWN = 8 }; /* lines of evidence; the rest can be opened */
  const struct story *s = p->s;
  put_tag(p, "<header>\n<h1><span class=\"bad\">", s->headline,
          "</span></h1>\n");
  put_tag(p, "<p class=\"where\">", *s->where ? s->where : title, "");
  if (*s->where)
    put_tag(p, " &middot; ", title, "");
  text_add(p->out, "</p>\n<ul class=\"evidence\">\n");
  for (size_t i = 0; i < s->evidence.len; i++) {
    const char *line = s->evidence.at[i];
    if (i == SHOWN && s->evidence.len > SHOWN + 2)
      text_printf(p->out,
                  "</ul>\n<details class=\"more\"><summary>%zu lines more"
                  "</summary>\n<ul class=\"evidence\">\n",
                  s->evidence.len - SHOWN);
    bool deeper = *line == ' ';
    while (*line == ' ')
      line++;
    text_add(p->out, deeper ? "<li class=\"deeper\">" : "<li>");
    put_words(p, line);
    text_add(p->out, "</li>\n");
  }
  text_add(p->out,
           s->evidence.len > SHOWN + 2 ? "</ul>\n</details>\n" : "</ul>\n");
  if (s->decisive)
    put_tag(p, "<p class=\"decisive\">\xE2\x98\x85 ", s->decisive, "</p>\n");
  add_missing(p);
  text_add(p->out, "</header>\n");
}

static void add_bar(struct page *p) {
  text_printf(
      p->out,
      "<div class=\"bar\" role=\"toolbar\" aria-label=\"steps\">\n"
      "<button id=\"first\" type=\"button\" aria-label=\"to the "
      "beginning\">|&lt;</button>\n"
      "<button id=\"back\" type=\"button\" aria-keyshortcuts=\"ArrowLeft\">"
      "&lsaquo; back</button>\n"
      "<button id=\"forward\" type=\"button\" "
      "aria-keyshortcuts=\"ArrowRight\">forward &rsaquo;</button>\n"
      "<button id=\"last\" type=\"button\" aria-label=\"to the "
      "end\">&gt;|</button>\n"
      "<input id=\"slider\" type=\"range\" min=\"0\" max=\"%zu\" "
      "aria-label=\"step\">\n"
      "<span id=\"count\"></span>\n"
      "<span class=\"keys\"><kbd>&larr;</kbd> <kbd>&rarr;</kbd> step, "
      "<kbd>Home</kbd> <kbd>End</kbd></span>\n"
      "<span id=\"said\" class=\"sr\" aria-live=\"polite\"></span>\n"
      "</div>\n",
      p->s->steps.len);
}

/* --- the steps ---------------------------------------------------------- */

static void add_cell(struct page *p, const struct story_step *step) {
  text_printf(p->out, "<td class=\"cell\" style=\"--t:var(--t%u)\" data-who=\"",
              colour_of(step->thread));
  put_tag(p, "", cast_name(&p->s->cast, step->thread), "\">");
  if (step->inner_count && step->kind == STORY_FOLD)
    put_tag(p,
            "<button type=\"button\" class=\"unfold\" "
            "aria-expanded=\"false\">",
            step->what, "</button>");
  else
    put_words(p, step->what);
  bool access = step->look == RUN_READ || step->look == RUN_WRITE;
  if (*step->locks && access && step->kind == STORY_STEP)
    put_tag(p, " <span class=\"locks\">[", step->locks, "]</span>");
  if (step->note)
    put_tag(p, "<span class=\"note\">", step->note, "</span>");
  text_add(p->out, "</td>");
}

/* A thread's name with its colour. */
static void add_name(struct page *p, const char *open, unsigned thread,
                     const char *close) {
  text_printf(p->out, "%s<span class=\"dot\" style=\"--t:var(--t%u)\"></span>",
              open, colour_of(thread));
  put_tag(p, "", cast_name(&p->s->cast, thread), close);
}

/* The line of a step, linked to the source, and what it does. */
static void add_cells(struct page *p, const struct story_step *step) {
  int file = file_of(p, step);
  if (file >= 0)
    text_printf(p->out, "<a href=\"#L%d-%u\" title=\"", file, step->at.line);
  if (file >= 0)
    put_tag(p, "", step->source ? step->source : "", "\">");
  if (file > 0)
    put_tag(p, "", listing_base(p->files.at[file]->name), ":");
  if (step->at.line)
    text_printf(p->out, "%u", step->at.line);
  text_add(p->out, file >= 0 ? "</a></td>" : "</td>");
  for (unsigned c = 0; c < p->count && !p->single; c++)
    if (p->columns[c] == step->thread)
      add_cell(p, step);
    else
      text_add(p->out, "<td></td>");
  if (p->single) {
    add_name(p, "<td class=\"who\">", step->thread, "</td>");
    add_cell(p, step);
  }
  text_add(p->out, "</tr>\n");
}

/* Those that are folded into step i: rows that can be opened. */
static void add_inner(struct page *p, uint32_t i) {
  const struct story_step *step = &p->s->steps.at[i];
  for (uint32_t k = 0; step->kind == STORY_FOLD && k < step->inner_count; k++) {
    text_printf(p->out,
                "<tr class=\"inner\" data-of=\"%u\"><td class=\"n\"></td>"
                "<td class=\"l\">",
                i + 1);
    add_cells(p, &p->s->inner.at[step->first_inner + k]);
  }
}

static void add_row(struct page *p, uint32_t i) {
  const struct story_step *step = &p->s->steps.at[i];
  if (step->before)
    text_printf(p->out,
                "<tr class=\"switch\"><td></td><td></td>"
                "<td colspan=\"%u\">\xE2\x98\x85 ",
                p->single ? 2 : p->count);
  if (step->before)
    put_tag(p, "", step->before, "</td></tr>\n");
  text_printf(p->out,
              "<tr id=\"s%u\" class=\"%s%s\"><td class=\"n\">"
              "<a href=\"#s%u\">%u</a></td><td class=\"l\">",
              i + 1, step->fails || step->marked ? "fails" : "",
              step->kind == STORY_FOLD ? " fold" : "", i + 1, i + 1);
  add_cells(p, step);
  add_inner(p, i);
}

static void add_steps(struct page *p) {
  text_add(p->out, "<section class=\"scroll\" aria-label=\"what happened\">\n"
                   "<table class=\"steps\">\n<thead><tr><th>#</th>"
                   "<th>line</th>");
  for (unsigned c = 0; c < p->count && !p->single; c++)
    add_name(p, "<th scope=\"col\">", p->columns[c], "</th>");
  if (p->single)
    text_add(p->out, "<th>thread</th><th>what it does</th>");
  text_add(p->out, "</tr></thead>\n<tbody>\n");
  for (uint32_t i = 0; i < p->s->steps.len; i++)
    add_row(p, i);
  text_add(p->out, "</tbody>\n</table>\n</section>\n");
}

/* --- the source --------------------------------------------------------- */

/* Which lines of a file steps are in. */
static bool *touched_lines(struct page *p, int file, uint32_t count) {
  bool *touched = arena_array(&p->s->arena, bool, count + 1);
  for (size_t i = 0; i < p->s->steps.len + p->s->inner.len; i++) {
    const struct story_step *step = any_step(p, i);
    if (file_of(p, step) == file && step->at.line <= count)
      touched[step->at.line] = true;
  }
  return touched;
}

static bool is_near(const bool *touched, uint32_t line, uint32_t count) {
  uint32_t from = line > NEAR ? line - NEAR : 1;
  uint32_t to = line + NEAR < count ? line + NEAR : count;
  for (uint32_t i = from; i <= to; i++)
    if (touched[i])
      return true;
  return false;
}

/* The steps of a line, as links; of many the first. */
static void add_back_links(struct page *p, int file, uint32_t line) {
  enum { MOST = 4 };
  unsigned shown = 0;
  for (uint32_t i = 0; i < p->s->steps.len; i++) {
    const struct story_step *step = &p->s->steps.at[i];
    if (step->at.line != line || file_of(p, step) != file)
      continue;
    if (shown++ == MOST) {
      text_add(p->out, " ..");
      return;
    }
    text_printf(p->out, "%s<a href=\"#s%u\" title=\"step %u\">%u</a>",
                shown > 1 ? " " : "", i + 1, i + 1, i + 1);
  }
}

static void add_source_line(struct page *p, int file, const struct listing *f,
                            uint32_t n, bool touched) {
  size_t len = 0;
  const char *at = listing_line(f, n, &len);
  struct text line = {0};
  for (size_t i = 0, col = 0; i < len; i++) /* tabs keep their columns */
    if (at[i] == '\t') {
      size_t to = (col / 8 + 1) * 8;
      text_fill(&line, ' ', to - col);
      col = to;
    } else {
      text_char(&line, at[i]);
      col++;
    }
  text_printf(p->out,
              "<tr id=\"L%d-%u\"%s><td class=\"at\"></td>"
              "<td class=\"l\">%u</td><td>",
              file, n, touched ? " class=\"touched\"" : "", n);
  put(p, text_str(&line));
  text_add(p->out, "</td><td class=\"to\">");
  if (touched)
    add_back_links(p, file, n);
  text_add(p->out, "</td></tr>\n");
  text_free(&line);
}

/* A file that is not here has just the lines that were touched. */
static uint32_t lines_of(struct page *p, int file, const struct listing *f) {
  uint32_t count = listing_lines(f);
  for (size_t i = 0; i < p->s->steps.len + p->s->inner.len; i++) {
    const struct story_step *step = any_step(p, i);
    if (file_of(p, step) == file && step->at.line > count)
      count = step->at.line;
  }
  return count;
}

static void add_file(struct page *p, int file) {
  enum { LINE_MOST = 1 << 20 };
  const struct listing *f = p->files.at[file];
  uint32_t count = lines_of(p, file, f);
  if (count > LINE_MOST)
    return;
  bool *touched = touched_lines(p, file, count), gap = false;
  put_tag(p, "<p class=\"file\">", listing_base(f->path ? f->path : f->name),
          "</p>\n<table class=\"source\"><tbody>\n");
  for (uint32_t n = 1; n <= count; n++) {
    if (touched[n] ||
        (f->path && (count <= WHOLE_FILE || is_near(touched, n, count)))) {
      add_source_line(p, file, f, n, touched[n]);
      gap = false;
    } else if (!gap) {
      text_add(p->out, "<tr class=\"gap\"><td colspan=\"4\">...</td></tr>\n");
      gap = true;
    }
  }
  text_add(p->out, "</tbody></table>\n");
}

static void add_side(struct page *p) {
  text_add(p->out,
           "<section class=\"side\" aria-label=\"the source and the state\">\n"
           "<div class=\"now\">\n<div><h2>threads</h2>"
           "<table class=\"values\"><tbody id=\"threads\"></tbody></table>"
           "</div>\n<div><h2>values seen so far</h2>"
           "<table class=\"values\"><tbody id=\"values\"></tbody></table>"
           "<p id=\"no-values\" class=\"nothing\">none yet</p></div>\n</div>\n"
           "<div class=\"source-box\">\n");
  for (size_t i = 0; i < p->files.len; i++)
    add_file(p, (int)i);
  text_add(p->out, "</div>\n</section>\n");
}

/* --- the data of the script --------------------------------------------- */

/* Where each thread is after what is folded. */
static void places_json(struct page *p, const struct story_step *fold,
                        struct json *j) {
  bool told[THREADS_MAX] = {0};
  json_key(j, "places");
  json_open(j, '[');
  for (uint32_t i = fold->inner_count; i-- > 0;) {
    const struct story_step *step = &p->s->inner.at[fold->first_inner + i];
    int file = file_of(p, step);
    if (file < 0 || told[step->thread])
      continue;
    told[step->thread] = true;
    json_open(j, '{');
    json_put_uint(j, "thread", step->thread);
    json_put_uint(j, "file", (uint64_t)file);
    json_put_uint(j, "line", step->at.line);
    json_close(j);
  }
  json_close(j);
}

static void step_json(struct page *p, const struct story_step *step,
                      struct json *j) {
  int file = file_of(p, step);
  json_open(j, '{');
  json_put_uint(j, "thread", step->thread);
  json_put_string(j, "what", step->what);
  json_put_string(j, "locks", step->locks);
  json_put_bool(j, "waits", step->kind == STORY_WAIT);
  if (file >= 0) {
    json_put_uint(j, "file", (uint64_t)file);
    json_put_uint(j, "line", step->at.line);
  }
  if (step->kind == STORY_FOLD)
    places_json(p, step, j);
  json_key(j, "ops");
  json_open(j, '[');
  struct names told = {0}; /* of a fold only the last values */
  for (uint32_t i = step->op_count; i-- > 0;) {
    const struct story_op *op = &p->s->ops.at[step->first_op + i];
    size_t len = strlen(op->object);
    if (!op->value || names_find(&told, op->object, len) != NAMES_NONE)
      continue;
    names_add(&told, op->object, len);
    json_open(j, '{');
    json_put_string(j, "object", op->object);
    json_put_string(j, "value", op->value);
    json_put_uint(j, "thread", op->thread);
    json_put_bool(j, "wrote", OP_CHANGES(op->kind));
    json_close(j);
  }
  names_free(&told);
  json_close(j);
  json_close(j);
}

/* JSON inside a script element: '<' occurs in strings only, and there it can
 * be written so that no markup begins. */
static void add_data(struct page *p) {
  struct text data = {0};
  struct json j = {.out = &data};
  json_open(&j, '{');
  json_key(&j, "threads");
  json_open(&j, '{');
  for (unsigned c = 0; c < p->count; c++) {
    char number[16];
    snprintf(number, sizeof number, "%u", p->columns[c]);
    json_key(&j, number);
    json_open(&j, '{');
    json_put_string(&j, "name", cast_name(&p->s->cast, p->columns[c]));
    json_put_uint(&j, "colour", colour_of(p->columns[c]));
    json_close(&j);
  }
  json_close(&j);
  json_key(&j, "files"); /* the first is the usual one, and has no name here */
  json_open(&j, '[');
  for (size_t i = 0; i < p->files.len; i++)
    json_string(&j, i ? listing_base(p->files.at[i]->name) : "");
  json_close(&j);
  json_put_uint(&j, "at", p->s->steps.len ? failing_step(p->s) + 1 : 0);
  json_key(&j, "steps");
  json_open(&j, '[');
  for (size_t i = 0; i < p->s->steps.len; i++)
    step_json(p, &p->s->steps.at[i], &j);
  json_close(&j);
  json_close(&j);
  text_add(p->out, "<script type=\"application/json\" id=\"data\">");
  for (size_t i = 0; i < data.len; i++)
    if (data.at[i] == '<')
      text_add(p->out, "\\u003c");
    else
      text_char(p->out, data.at[i]);
  text_add(p->out, "</script>\n");
  text_free(&data);
}

/* --- the whole ---------------------------------------------------------- */

static void add_diagram(struct page *p) {
  struct run_chart chart;
  story_chart(p->s, &chart);
  text_add(p->out, "<details>\n<summary>the same as a space-time diagram"
                   "</summary>\n<figure>\n");
  run_render_svg(p->out, &chart, SVG_INLINE);
  text_add(p->out, "</figure>\n</details>\n");
}

void story_page(struct story *s, const char *title, struct text *out) {
  struct page p = {.s = s, .out = out};
  for (unsigned i = 0; i < THREADS_MAX; i++)
    if (s->threads[i].seen)
      p.columns[p.count++] = i;
  p.single = p.count > COLUMNS_MOST;
  find_files(&p);
  add_head(&p, title);
  add_header(&p, title);
  add_bar(&p);
  text_add(out, "<main class=\"panes\">\n");
  add_steps(&p);
  add_side(&p);
  text_add(out, "</main>\n");
  add_diagram(&p);
  text_add(out, "<footer>made by heddle</footer>\n");
  add_data(&p);
  text_add(out, "<script>\n");
  text_add(out, story_page_js);
  text_add(out, "</script>\n</body>\n</html>\n");
  vec_free(&p.files);
}
