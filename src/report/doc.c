#include "report/doc.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "report/node.h"

static const char *copy(struct doc *d, const char *s) {
  return s ? arena_string(d->arena, s, strlen(s)) : "";
}

/* What links name: nothing but letters, digits, '-' and '_'. */
static const char *anchor_of(struct doc *d, const char *s) {
  if (!s)
    return NULL;
  char *a = arena_string(d->arena, s, strlen(s));
  for (char *c = a; *c; c++)
    if (!isalnum((unsigned char)*c) && *c != '-' && *c != '_')
      *c = '-';
  return a;
}

static const char *formatted(struct doc *d, const char *fmt, va_list args) {
  struct text t = {0};
  text_vprintf(&t, fmt, args);
  const char *s = arena_string(d->arena, text_str(&t), t.len);
  text_free(&t);
  return s;
}

static struct doc_node *top(struct doc *d) {
  return d->depth ? d->open[d->depth - 1] : d->root;
}

static bool holds_blocks(const struct doc_node *n) {
  return n->kind == NODE_ROOT || n->kind == NODE_SECTION ||
         n->kind == NODE_DETAILS;
}

static struct doc_node *add(struct doc *d, struct doc_node *parent,
                            enum node_kind kind) {
  struct doc_node *n = arena_new(d->arena, struct doc_node);
  n->kind = kind;
  n->text = "";
  if (parent->last)
    parent->last->next = n;
  else
    parent->child = n;
  parent->last = n;
  return n;
}

/* A block goes into a section, details or the root. */
static struct doc_node *block(struct doc *d, enum node_kind kind) {
  assert(holds_blocks(top(d)));
  return add(d, top(d), kind);
}

static struct doc_node *opened(struct doc *d, enum node_kind kind) {
  struct doc_node *n = block(d, kind);
  assert(d->depth < DOC_DEPTH);
  d->open[d->depth++] = n;
  return n;
}

struct doc doc_begin(struct arena *arena, const char *title) {
  struct doc d = {.arena = arena};
  d.title = copy(&d, title);
  d.root = arena_new(arena, struct doc_node);
  d.root->text = "";
  return d;
}

void doc_close(struct doc *d) {
  assert(d->depth);
  d->depth--;
}

void doc_section(struct doc *d, const char *heading, const char *anchor) {
  struct doc_node *n = opened(d, NODE_SECTION);
  n->text = copy(d, heading);
  n->anchor = anchor_of(d, anchor);
}

void doc_details(struct doc *d, bool open, const char *summary) {
  struct doc_node *n = opened(d, NODE_DETAILS);
  n->text = copy(d, summary);
  n->flag = open;
}

void doc_anchor(struct doc *d, const char *anchor) {
  block(d, NODE_ANCHOR)->anchor = anchor_of(d, anchor ? anchor : "");
}

void doc_rich(struct doc *d) {
  opened(d, NODE_PARAGRAPH);
}

static struct doc_node *span(struct doc *d, enum doc_style style) {
  struct doc_node *parent = top(d);
  if (parent->kind != NODE_PARAGRAPH)
    parent = block(d, NODE_PARAGRAPH);
  struct doc_node *n = add(d, parent, NODE_SPAN);
  n->style = style;
  return n;
}

void doc_paragraph(struct doc *d, const char *fmt, ...) {
  assert(holds_blocks(top(d)));
  va_list args;
  va_start(args, fmt);
  span(d, DOC_PLAIN)->text = formatted(d, fmt, args);
  va_end(args);
}

void doc_span(struct doc *d, enum doc_style style, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  span(d, style)->text = formatted(d, fmt, args);
  va_end(args);
}

void doc_link(struct doc *d, const char *href, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  struct doc_node *n = span(d, DOC_PLAIN);
  n->href = copy(d, href);
  n->text = formatted(d, fmt, args);
  va_end(args);
}

void doc_list(struct doc *d) {
  opened(d, NODE_LIST);
}

void doc_item(struct doc *d, const char *key, const char *fmt, ...) {
  assert(top(d)->kind == NODE_LIST);
  struct doc_node *n = add(d, top(d), NODE_ITEM);
  va_list args;
  va_start(args, fmt);
  n->key = copy(d, key);
  n->text = formatted(d, fmt, args);
  va_end(args);
}

void doc_table(struct doc *d, const char *columns) {
  opened(d, NODE_TABLE)->text = copy(d, columns);
}

void doc_row(struct doc *d, enum doc_style style) {
  assert(top(d)->kind == NODE_TABLE);
  add(d, top(d), NODE_ROW)->style = style;
}

static struct doc_node *cell(struct doc *d, enum doc_style style) {
  assert(top(d)->kind == NODE_TABLE && top(d)->last);
  struct doc_node *row = top(d)->last;
  struct doc_node *n = add(d, row, NODE_CELL);
  n->style = style;
  row->first++; /* cells so far */
  assert(row->first <= strlen(top(d)->text));
  return n;
}

void doc_cell(struct doc *d, enum doc_style style, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  cell(d, style)->text = formatted(d, fmt, args);
  va_end(args);
}

void doc_cell_link(struct doc *d, enum doc_style style, const char *href,
                   const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  struct doc_node *n = cell(d, style);
  n->href = copy(d, href);
  n->text = formatted(d, fmt, args);
  va_end(args);
}

void doc_pre(struct doc *d, const char *text) {
  block(d, NODE_PRE)->text = copy(d, text);
}

void doc_listing(struct doc *d, const char *text, uint32_t first,
                 uint32_t marked, const char *anchor) {
  struct doc_node *n = block(d, NODE_LISTING);
  n->text = copy(d, text);
  n->first = first;
  n->marked = marked;
  n->anchor = anchor_of(d, anchor);
}

void doc_remark(struct doc *d, uint32_t line, enum doc_style style,
                const char *href, const char *fmt, ...) {
  struct doc_node *listing = top(d)->last;
  assert(listing && listing->kind == NODE_LISTING);
  struct doc_node *n = add(d, listing, NODE_SPAN);
  va_list args;
  va_start(args, fmt);
  n->text = formatted(d, fmt, args);
  va_end(args);
  n->first = line;
  n->style = style;
  n->href = href ? copy(d, href) : NULL;
}

static void figure(struct doc *d, enum node_kind kind, const void *data,
                   const char *caption) {
  struct doc_node *n = block(d, kind);
  n->data = data;
  n->text = copy(d, caption);
}

void doc_run(struct doc *d, const struct run_chart *chart,
             const char *caption) {
  figure(d, NODE_RUN, chart, caption);
}

void doc_graph(struct doc *d, const struct graph *graph, const char *caption) {
  figure(d, NODE_GRAPH, graph, caption);
}

void doc_plot(struct doc *d, const struct plot *plot, const char *caption) {
  figure(d, NODE_PLOT, plot, caption);
}

void doc_heat(struct doc *d, const struct heat *heat, const char *caption) {
  figure(d, NODE_HEAT, heat, caption);
}

void doc_svg(struct doc *d, const char *svg, const char *caption) {
  figure(d, NODE_SVG, copy(d, svg), caption);
}

/* Allowed: a fragment, http(s), and relative addresses, which have no colon
 * before the first slash (so no scheme). */
const char *node_safe_href(const char *href) {
  if (!href || !*href)
    return NULL;
  if (*href == '#' || !strncmp(href, "http://", 7) ||
      !strncmp(href, "https://", 8))
    return href;
  for (const char *c = href; *c && *c != '/'; c++)
    if (*c == ':' || (unsigned char)*c <= ' ')
      return NULL;
  return href;
}
