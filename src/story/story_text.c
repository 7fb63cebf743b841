/* A story on a terminal:
 *
 *     counter.c                     main             worker 1
 *     20  pthread_create(&a, NULL   create worker 1
 *     12  int seen = total;                          read total -> 0
 *
 * The source line stands at the left, what was done in the column of who did
 * it.  Where the columns do not fit, the thread's name stands in a column of
 * its own and what was done behind it. */
#include <string.h>

#include "report/label.h"
#include "story/story.h"

enum {
  GAP = 2,
  SOURCE_LEAST = 18, /* cells that a source line gets at least */
  SOURCE_SMALL = 24,
  SOURCE_GOOD = 28, /* and where cells can be made narrower */
  SOURCE_WIDE = 36, /* beside one or two threads */
  SOURCE_MOST = 44,
  CELL_LEAST = 14,
  CELL_SMALL = 20,
  CELL_GOOD = 25,
  CELL_MOST = 34,
  COLUMNS_MOST = 6,
  NAMES_MOST = 20,
  SINGLE_LEAST = 28, /* for what is done, in a column for all */
  REMARK = 26,       /* cells: a narrower remark begins further left */
};

struct grid {
  const struct story *s;
  struct story_style style;
  unsigned line, source; /* widths */
  bool single;           /* one column for all */
  unsigned threads[THREADS_MAX], count;
  unsigned width[THREADS_MAX], x[THREADS_MAX]; /* by thread */
  unsigned names;                              /* single: width of names */
  struct text *out;
};

static unsigned larger(size_t a, size_t b) {
  return (unsigned)(a > b ? a : b);
}

static unsigned smaller(size_t a, size_t b) {
  return (unsigned)(a < b ? a : b);
}

/* --- words of a cell ---------------------------------------------------- */

/* What the step says, with the locks held around an access. */
static void cell_words(const struct story_step *step, struct text *out) {
  bool access = step->look == RUN_READ || step->look == RUN_WRITE;
  text_clear(out);
  if (step->kind == STORY_FOLD)
    text_add(out, "... ");
  if (step->marked)
    text_add(out, "> ");
  text_add(out, step->what);
  if (*step->locks && access && step->kind == STORY_STEP)
    text_printf(out, " [%s]", step->locks);
}

/* The longest piece that should not be broken: pieces end at ", ", and all
 * but the first stand two cells further right. */
static size_t longest_piece(const char *words) {
  size_t best = 0;
  struct text piece = {0};
  while (*words) {
    const char *comma = strstr(words, ", ");
    size_t len = comma ? (size_t)(comma - words) + 1 : strlen(words);
    text_clear(&piece);
    text_add_n(&piece, words, len);
    best = larger(best, label_width(text_str(&piece)) + (best ? 2 : 0));
    words += len + (comma ? 1 : 0);
  }
  text_free(&piece);
  return best;
}

/* --- widths ------------------------------------------------------------- */

static void place_text(const struct grid *g, const struct story_step *step,
                       struct text *out) {
  text_clear(out);
  if (!step->at.line)
    return;
  if (step->at.file && g->s->file && strcmp(step->at.file, g->s->file))
    text_printf(out, "%s:", listing_base(step->at.file));
  text_printf(out, "%u", step->at.line);
}

static void measure(struct grid *g) {
  struct text words = {0};
  const struct story *s = g->s;
  g->source = s->file ? larger(label_width(listing_base(s->file)), 4) : 0;
  for (unsigned t = 0; t < THREADS_MAX; t++)
    if (s->threads[t].seen) {
      g->threads[g->count++] = t;
      g->width[t] = (unsigned)label_width(cast_name(&s->cast, t));
      g->names = larger(g->names, g->width[t]);
    }
  for (size_t i = 0; i < s->steps.len; i++) {
    const struct story_step *step = &s->steps.at[i];
    place_text(g, step, &words);
    g->line = larger(g->line, words.len);
    if (step->source)
      g->source = larger(g->source, label_width(step->source));
    if (step->kind == STORY_FOLD)
      continue; /* its row is its own */
    cell_words(step, &words);
    unsigned *w = &g->width[step->thread % THREADS_MAX];
    *w = larger(*w, longest_piece(text_str(&words)));
  }
  text_free(&words);
}

static unsigned columns_width(const struct grid *g, unsigned most) {
  unsigned sum = 0;
  for (unsigned i = 0; i < g->count; i++)
    sum += smaller(larger(g->width[g->threads[i]], CELL_LEAST), most) + GAP;
  return sum;
}

/* Source lines and cells give way in turns. */
static unsigned source_least(const struct grid *g, unsigned cells) {
  return smaller(g->source, g->count <= 2         ? SOURCE_WIDE
                            : cells >= CELL_GOOD  ? SOURCE_GOOD
                            : cells >= CELL_SMALL ? SOURCE_SMALL
                                                  : SOURCE_LEAST);
}

/* The widest cells with which everything fits. */
static void lay_out(struct grid *g) {
  unsigned room = g->style.width - g->style.indent - g->line - GAP;
  unsigned most = CELL_MOST;
  while (most > CELL_LEAST &&
         columns_width(g, most) + source_least(g, most) > room)
    most--;
  unsigned least = source_least(g, most);
  g->single = g->count > COLUMNS_MOST || columns_width(g, most) + least > room;
  if (g->single) {
    g->names = smaller(g->names, NAMES_MOST);
    unsigned used = g->names + 2 * GAP + SINGLE_LEAST;
    g->source = smaller(g->source, SOURCE_MOST);
    g->source = smaller(g->source, room > used ? room - used : 0);
    return;
  }
  unsigned used = columns_width(g, most);
  g->source = smaller(smaller(g->source, SOURCE_MOST), room - used);
  unsigned x =
      g->style.indent + g->line + GAP + (g->source ? g->source + GAP : 0);
  for (unsigned i = 0; i < g->count; i++) {
    unsigned t = g->threads[i];
    g->width[t] = smaller(larger(g->width[t], CELL_LEAST), most);
    g->x[t] = x;
    x += g->width[t] + GAP;
  }
}

/* --- rows --------------------------------------------------------------- */

static void line_end(struct text *out) {
  while (out->len && out->at[out->len - 1] == ' ')
    out->at[--out->len] = 0;
  text_char(out, '\n');
}

static void colour(const struct grid *g, const char *code) {
  if (g->style.colour)
    text_printf(g->out, "\033[%sm", code);
}

/* A source line whose point is not said by the step itself: it may take more
 * than one line, and then its rest stands below. */
enum { SOURCE_LINES = 3, SOURCE_HANG = 2 };

static bool source_wraps(const struct grid *g, const struct story_step *step,
                         const char *line) {
  bool says = step->look == RUN_READ || step->look == RUN_WRITE ||
              step->kind == STORY_FAIL;
  if (!says || !line || g->source < SOURCE_LEAST)
    return false;
  const char *rest = line;
  for (unsigned n = 0; rest && n < SOURCE_LINES; n++) {
    const char *from = rest;
    size_t len = label_wrap(from, g->source - (n ? SOURCE_HANG : 0), &rest);
    if (rest && from[len] != ' ')
      return false; /* in the middle of a word */
  }
  return !rest;
}

/* The line without the comment at its end, where there is no room for it. */
static const char *source_of(const struct grid *g,
                             const struct story_step *step, struct text *keep) {
  const char *line = step->source;
  if (!line || label_width(line) <= g->source)
    return line;
  const char *end = strstr(line, "; /*");
  if (!end)
    end = strstr(line, "; //");
  if (!end)
    return line;
  text_add_n(keep, line, (size_t)(end - line) + 1);
  return text_str(keep);
}

/* The part of the source line beside this line of the cell; *rest is what is
 * left of it. */
static void add_source(struct grid *g, const struct story_step *step,
                       bool first, const char **rest) {
  struct text piece = {0};
  unsigned hang = first ? 0 : SOURCE_HANG;
  if (first && !source_wraps(g, step, *rest)) {
    text_add(&piece, *rest ? *rest : "");
    *rest = NULL;
  } else if (*rest) {
    const char *from = *rest;
    size_t len = label_wrap(from, g->source - hang, rest);
    text_fill(&piece, ' ', hang);
    text_add_n(&piece, from, len);
  }
  colour(g, "2");
  label_pad(g->out, text_str(&piece), g->source);
  colour(g, "0");
  text_free(&piece);
}

static void add_margin(struct grid *g, const struct story_step *step,
                       bool first, const char **source) {
  struct text place = {0};
  if (first)
    place_text(g, step, &place);
  text_fill(g->out, ' ', g->style.indent);
  text_fill(g->out, ' ', g->line - smaller(place.len, g->line));
  text_add(g->out, text_str(&place));
  text_fill(g->out, ' ', GAP);
  if (g->source) {
    add_source(g, step, first, source);
    text_fill(g->out, ' ', GAP);
  }
  text_free(&place);
}

/* From the margin to where the thread's cell begins. */
static unsigned add_lead(struct grid *g, const struct story_step *step,
                         bool first) {
  unsigned margin =
      g->style.indent + g->line + GAP + (g->source ? g->source + GAP : 0);
  if (!g->single) {
    text_fill(g->out, ' ', g->x[step->thread] - margin);
    return g->x[step->thread];
  }
  label_pad(g->out, first ? cast_name(&g->s->cast, step->thread) : "",
            g->names);
  text_fill(g->out, ' ', GAP);
  return margin + g->names + GAP;
}

/* As many bytes of words as fit, broken after a comma or at a space. */
static size_t take(const char *words, unsigned width, const char **next) {
  if (label_width(words) <= width) {
    *next = NULL;
    return strlen(words);
  }
  size_t best = 0;
  struct text piece = {0};
  for (const char *c = words; (c = strstr(c, ", ")); c++) {
    text_clear(&piece);
    text_add_n(&piece, words, (size_t)(c - words) + 1);
    if (label_width(text_str(&piece)) > width)
      break;
    best = (size_t)(c - words) + 1;
  }
  text_free(&piece);
  if (!best) {
    best = label_wrap(words, width, next);
    /* an arrow goes with its value */
    if (*next && best > 3 &&
        (!strncmp(words + best - 3, " <-", 3) ||
         !strncmp(words + best - 3, " ->", 3))) {
      best -= 3;
      *next = words + best + 1;
    }
    return best;
  }
  *next = words + best + 1;
  return best;
}

static unsigned cell_width(const struct grid *g, unsigned x,
                           const struct story_step *step) {
  unsigned rest = g->style.width > x + 20 ? g->style.width - x : 20;
  return g->single ? rest : g->width[step->thread];
}

static void add_cell(struct grid *g, const struct story_step *step) {
  struct text words = {0}, piece = {0}, line = {0};
  cell_words(step, &words);
  const char *next = text_str(&words), *source = source_of(g, step, &line);
  for (bool first = true; next || (g->source && source); first = false) {
    const char *at = next ? next : "";
    add_margin(g, step, first, &source);
    unsigned x = add_lead(g, step, first);
    size_t len = take(at, cell_width(g, x, step) - (first ? 0 : 2), &next);
    text_clear(&piece);
    text_add_n(&piece, at, len);
    text_add(g->out, first ? "" : "  ");
    if (step->fails)
      colour(g, "1;31");
    label_add(g->out, text_str(&piece), LABEL_WHOLE);
    if (step->fails)
      colour(g, "0");
    line_end(g->out);
  }
  text_free(&words);
  text_free(&piece);
  text_free(&line);
}

/* A remark under or over a cell; where it is too long for the rest of the
 * line it begins further left. */
static void add_remark(struct grid *g, unsigned thread, const char *mark,
                       const char *words, const char *code) {
  unsigned margin = g->style.indent + g->line + GAP;
  unsigned x = g->single
                   ? margin + (g->source ? g->source + GAP : 0) + g->names + GAP
                   : g->x[thread];
  size_t width = label_width(words) + 2;
  x -= *mark == '*' ? 2 : 0;
  if (x + width > g->style.width && x + REMARK > g->style.width)
    x = width + margin < g->style.width ? g->style.width - (unsigned)width
                                        : margin;
  for (const char *rest = words; rest;) {
    const char *from = rest;
    size_t len = label_wrap(rest, g->style.width - x - 2, &rest);
    text_fill(g->out, ' ', x);
    colour(g, code);
    if (*mark)
      text_printf(g->out, "%-2s", from == words ? mark : "");
    text_add_n(g->out, from, len);
    colour(g, "0");
    line_end(g->out);
  }
}

static void add_header(struct grid *g) {
  const struct story *s = g->s;
  text_fill(g->out, ' ', g->style.indent);
  struct text file = {0};
  label_add(&file, s->file ? listing_base(s->file) : "",
            g->line + GAP + g->source);
  text_add(g->out, text_str(&file));
  unsigned at = g->style.indent + (unsigned)label_width(text_str(&file));
  text_free(&file);
  if (!g->single)
    for (unsigned i = 0; i < g->count; i++) {
      unsigned t = g->threads[i];
      text_fill(g->out, ' ', g->x[t] - smaller(at, g->x[t]));
      colour(g, "1");
      label_pad(g->out, cast_name(&s->cast, t), g->width[t]);
      colour(g, "0");
      at = g->x[t] + g->width[t];
    }
  line_end(g->out);
}

static void add_steps(struct grid *g) {
  const struct story *s = g->s;
  for (size_t i = 0; i < s->steps.len; i++) {
    const struct story_step *step = &s->steps.at[i];
    if (step->before)
      add_remark(g, i ? s->steps.at[i - 1].thread : step->thread, "*",
                 step->before, "1;33");
    if (step->kind == STORY_FOLD && !g->single) {
      struct text words = {0};
      cell_words(step, &words);
      add_remark(g, step->thread, "", text_str(&words), "2");
      text_free(&words);
      continue;
    }
    add_cell(g, step);
    if (step->note)
      add_remark(g, step->thread, "  ", step->note,
                 step->fails ? "1;31" : "33");
  }
}

/* --- the whole ---------------------------------------------------------- */

static void add_wrapped(const char *line, unsigned indent, unsigned width,
                        struct text *out) {
  unsigned hang = 0;
  while (line[hang] == ' ')
    hang++;
  for (const char *rest = line + hang; rest;) {
    const char *from = rest;
    unsigned in = indent + hang + (from == line + hang ? 0 : 2);
    size_t len = label_wrap(rest, width - in, &rest);
    while (rest && *rest >= '0' && *rest <= '9' && len > 4 &&
           !strncmp(from + len - 4, "line", 4) && from[len - 5] == ' ')
      rest = from + (len -= 5) + 1; /* "line 9" stays together */
    struct text piece = {0};
    text_add_n(&piece, from, len);
    text_fill(out, ' ', in);
    label_add(out, text_str(&piece), LABEL_WHOLE);
    text_char(out, '\n');
    text_free(&piece);
  }
}

void story_brief(const struct story *s, struct story_style style,
                 struct text *out) {
  unsigned width = style.width ? style.width : 100, indent = style.indent;
  struct text line = {0};
  text_add(&line, s->headline);
  if (*s->where)
    text_printf(&line, ", %s", s->where);
  add_wrapped(text_str(&line), indent, width, out);
  for (size_t i = 0; i < s->evidence.len; i++)
    add_wrapped(s->evidence.at[i], indent + 2, width, out);
  text_free(&line);
}

static void add_missing(const struct story *s, const struct grid *g) {
  for (size_t i = 0; s->listings && i < s->listings->files.len; i++) {
    const struct listing *f = s->listings->files.at[i];
    struct text line = {0};
    if (!f->path)
      text_printf(&line,
                  "the source '%s' is not here: its lines are given by "
                  "number",
                  f->name);
    else if (f->newer)
      text_printf(&line,
                  "'%s' is newer than the program: its lines may have "
                  "moved",
                  f->name);
    if (line.len) {
      text_char(g->out, '\n');
      add_wrapped(text_str(&line), g->style.indent, g->style.width, g->out);
    }
    text_free(&line);
  }
}

static void add_plain(const struct grid *g) {
  for (size_t i = 0; i < g->s->source.len; i++) {
    text_fill(g->out, ' ', g->style.indent);
    label_add(g->out, g->s->source.at[i], LABEL_WHOLE);
    text_char(g->out, '\n');
  }
}

static void add_columns(struct grid *g) {
  measure(g);
  lay_out(g);
  add_header(g);
  add_steps(g);
}

void story_text(const struct story *s, struct story_style style,
                struct text *out) {
  struct grid g = {.s = s, .style = style, .out = out};
  g.style.width = style.width < 40 ? (style.width ? 40 : 100) : style.width;
  story_brief(s, g.style, out);
  text_char(out, '\n');
  if (s->plain)
    add_plain(&g);
  else
    add_columns(&g);
  if (s->decisive) {
    struct text line = {0};
    text_printf(&line, "* %s", s->decisive);
    text_char(out, '\n');
    add_wrapped(text_str(&line), style.indent, g.style.width, out);
    text_free(&line);
  }
  add_missing(s, &g);
}
