/* A document as plain text for a terminal.
 *
 * Blocks are separated by one empty line.  Sections are headings without
 * ornament; what is inside is not indented, tables, figures and preformatted
 * text by two cells.  A table that is too wide has its widest columns cut
 * until it fits. */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/sound.h"
#include "base/vec.h"
#include "report/graph.h"
#include "report/label.h"
#include "report/node.h"
#include "report/plot.h"
#include "report/run.h"

enum { INDENT = 2, NARROWEST = 8 };

struct writer {
  struct text *out;
  struct doc_text_style style;
  bool begun; /* something stands above */
};

static void gap(struct writer *w) {
  if (w->begun)
    text_char(w->out, '\n');
  w->begun = true;
}

static const char *colour_of(enum doc_style style) {
  switch (style) {
  case DOC_STRONG:
  case DOC_HEAD:
    return "\033[1m";
  case DOC_FAINT:
    return "\033[2m";
  case DOC_GOOD:
    return "\033[32m";
  case DOC_BAD:
    return "\033[1;31m";
  case DOC_WARN:
    return "\033[33m";
  default:
    return NULL;
  }
}

static void colour_on(struct writer *w, enum doc_style style) {
  if (w->style.colour && colour_of(style))
    text_add(w->out, colour_of(style));
}

static void colour_off(struct writer *w, enum doc_style style) {
  if (w->style.colour && colour_of(style))
    text_add(w->out, "\033[0m");
}

/* Words of all spans, wrapped together; a word never carries its style over
 * the end of a line. */
struct wrapping {
  struct writer *w;
  size_t indent, used;
};

static void put_word(struct wrapping *p, const char *word, size_t bytes,
                     bool space, enum doc_style style) {
  struct text one = {0};
  text_add_n(&one, word, bytes);
  const size_t cells = label_width(text_str(&one));
  if (space && p->used > p->indent) {
    if (p->used + 1 + cells > p->w->style.width) {
      text_char(p->w->out, '\n');
      text_fill(p->w->out, ' ', p->indent);
      p->used = p->indent;
    } else {
      text_char(p->w->out, ' ');
      p->used++;
    }
  }
  colour_on(p->w, style);
  label_add(p->w->out, text_str(&one), LABEL_WHOLE);
  colour_off(p->w, style);
  p->used += cells;
  text_free(&one);
}

static void put_words(struct wrapping *p, const char *s, enum doc_style style,
                      bool *space) {
  while (*s) {
    size_t blanks = strspn(s, " \n\t\r"), bytes;
    *space |= blanks > 0;
    s += blanks;
    bytes = strcspn(s, " \n\t\r");
    if (bytes) {
      put_word(p, s, bytes, *space, style);
      *space = false;
    }
    s += bytes;
  }
}

static void put_paragraph(struct writer *w, const struct doc_node *n) {
  struct wrapping p = {.w = w};
  bool space = false;
  for (const struct doc_node *s = n->child; s; s = s->next)
    put_words(&p, s->text, s->style, &space);
  text_char(w->out, '\n');
}

static void put_list(struct writer *w, const struct doc_node *n) {
  size_t keys = 0;
  for (const struct doc_node *i = n->child; i; i = i->next) {
    size_t cells = label_width(i->key);
    keys = cells > keys ? cells : keys;
  }
  keys = keys > 30 ? 30 : keys;
  for (const struct doc_node *i = n->child; i; i = i->next) {
    text_fill(w->out, ' ', INDENT);
    label_pad(w->out, i->key, keys);
    text_add(w->out, "  ");
    struct wrapping p = {w, INDENT + keys + 2, INDENT + keys + 2};
    bool space = false;
    put_words(&p, i->text, i->style, &space);
    text_char(w->out, '\n');
  }
}

/* --- tables ------------------------------------------------------------- */

static void fit_columns(size_t *width, size_t count, size_t room) {
  EXPECTS(width || !count);
  for (;;) {
    size_t total = 0, widest = 0;
    for (size_t i = 0; i < count; i++) {
      total += width[i] + 2;
      widest = width[i] > width[widest] ? i : widest;
    }
    if (total <= room + 2 || width[widest] <= NARROWEST)
      return;
    size_t over = total - room - 2, cut = width[widest] - NARROWEST;
    /* a little at a time, so that two wide columns share the loss */
    size_t step = over / 2 + 1;
    width[widest] -= step < cut ? step : cut;
  }
}

static void put_cell(struct writer *w, const struct doc_node *cell, char align,
                     size_t width, enum doc_style row_style, bool last) {
  size_t cells = label_width(cell->text);
  size_t pad = cells < width ? width - cells : 0;
  size_t left = align == 'r' ? pad : align == 'c' ? pad / 2 : 0;
  enum doc_style style = cell->style ? cell->style : row_style;
  text_fill(w->out, ' ', left);
  colour_on(w, style);
  label_add(w->out, cell->text, width);
  colour_off(w, style);
  if (!last)
    text_fill(w->out, ' ', pad - left + 2);
}

static void put_rule(struct writer *w, const size_t *width, size_t count) {
  text_fill(w->out, ' ', INDENT);
  for (size_t i = 0; i < count; i++) {
    text_fill(w->out, '-', width[i] ? width[i] : 1);
    text_add(w->out, i + 1 < count ? "  " : "\n");
  }
}

static void put_table(struct writer *w, const struct doc_node *n) {
  const size_t count = strlen(n->text);
  size_t *width = alloc_zero(count + 1, sizeof *width);
  for (const struct doc_node *r = n->child; r; r = r->next) {
    size_t i = 0;
    for (const struct doc_node *c = r->child; c && i < count; c = c->next) {
      size_t cells = label_width(c->text);
      width[i] = cells > width[i] ? cells : width[i];
      i++;
    }
  }
  size_t room = w->style.width > INDENT ? w->style.width - INDENT : 1;
  fit_columns(width, count, room);
  for (const struct doc_node *r = n->child; r; r = r->next) {
    text_fill(w->out, ' ', INDENT);
    size_t i = 0;
    for (const struct doc_node *c = r->child; c && i < count; c = c->next) {
      put_cell(w, c, n->text[i], width[i], r->style, !c->next);
      i++;
    }
    text_char(w->out, '\n');
    if (r->style == DOC_HEAD && r->next && r->next->style != DOC_HEAD)
      put_rule(w, width, count);
  }
  free(width);
}

/* --- the rest ----------------------------------------------------------- */

/* Line by line, made harmless, whole. */
static void put_pre(struct writer *w, const char *s, uint32_t first,
                    uint32_t marked, bool numbered) {
  struct text line = {0};
  for (uint32_t number = first; *s; number++) {
    size_t bytes = strcspn(s, "\n");
    text_clear(&line);
    text_add_n(&line, s, bytes);
    if (bytes || numbered)
      text_fill(w->out, ' ', INDENT);
    if (numbered)
      text_printf(w->out, "%5u %c ", number, number == marked ? '>' : '|');
    label_add(w->out, text_str(&line), LABEL_WHOLE);
    text_char(w->out, '\n');
    s += bytes + (s[bytes] == '\n');
  }
  text_free(&line);
}

static bool has_messages(const struct run_chart *c) {
  for (size_t i = 0; i < c->event_count; i++)
    if (c->events[i].kind == RUN_SEND || c->events[i].kind == RUN_RECEIVE)
      return true;
  return false;
}

/* Edges as lines, for what a terminal cannot draw. */
static void put_graph(struct writer *w, const struct graph *g) {
  for (size_t i = 0; i < g->edge_count; i++) {
    const struct graph_edge *e = &g->edges[i];
    if (e->from >= g->node_count || e->to >= g->node_count)
      continue;
    text_fill(w->out, ' ', INDENT);
    label_add(w->out, g->nodes[e->from].label, 40);
    text_add(w->out, e->label ? " --" : " --> ");
    if (e->label) {
      label_add(w->out, e->label, 40);
      text_add(w->out, "--> ");
    }
    label_add(w->out, g->nodes[e->to].label, 40);
    text_char(w->out, '\n');
  }
}

static void put_figure(struct writer *w, const struct doc_node *n) {
  if (*n->text) {
    label_add(w->out, n->text, LABEL_WHOLE);
    text_add(w->out, n->kind == NODE_SVG ? "\n" : ":\n\n");
  }
  if (n->kind == NODE_RUN) {
    const struct run_chart *c = n->data;
    run_render_text(w->out, c,
                    (struct run_style){.width = w->style.width,
                                       .indent = INDENT,
                                       .colour = w->style.colour,
                                       .lines = !has_messages(c)});
  } else if (n->kind == NODE_GRAPH) {
    put_graph(w, n->data);
  } else if (n->kind == NODE_PLOT) {
    plot_render_text(w->out, n->data);
  } else if (n->kind == NODE_HEAT) {
    heat_render_text(w->out, n->data);
  }
}

static void put_heading(struct writer *w, const char *s, enum doc_style style) {
  colour_on(w, style);
  label_add(w->out, s, LABEL_WHOLE);
  colour_off(w, style);
  text_char(w->out, '\n');
}

static void put_node(struct writer *w, const struct doc_node *n) {
  if (n->kind == NODE_ANCHOR || (n->kind == NODE_SVG && !*n->text))
    return;
  gap(w);
  switch (n->kind) {
  case NODE_SECTION:
  case NODE_DETAILS: {
    put_heading(w, n->text, DOC_STRONG);
    for (const struct doc_node *c = n->child; c; c = c->next)
      put_node(w, c);
    break;
  }
  case NODE_PARAGRAPH:
    put_paragraph(w, n);
    break;
  case NODE_LIST:
    put_list(w, n);
    break;
  case NODE_TABLE:
    put_table(w, n);
    break;
  case NODE_PRE:
    put_pre(w, n->text, 1, 0, false);
    break;
  case NODE_LISTING:
    put_pre(w, n->text, n->first, n->marked, true);
    break;
  default:
    put_figure(w, n);
  }
}

void doc_render_text(struct text *out, const struct doc *d,
                     struct doc_text_style style) {
  struct writer w = {.out = out, .style = style};
  if (!w.style.width)
    w.style.width = 80;
  if (!style.untitled && *d->title) {
    gap(&w);
    put_heading(&w, d->title, DOC_STRONG);
  }
  for (const struct doc_node *n = d->root->child; n; n = n->next)
    put_node(&w, n);
  if (d->footer) {
    gap(&w);
    put_heading(&w, d->footer, DOC_FAINT);
  }
}
