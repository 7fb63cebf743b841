/* doc: a document that knows nothing of how it will look.
 *
 * Engines return plain structs, commands turn them into one document, and a
 * renderer per format walks it: text for a terminal, one self-contained HTML
 * page.  A new format is one more file with one more doc_render_ function.
 *
 *     struct arena a = {0};
 *     struct doc d = doc_begin(&a, "pi1.hed");
 *     doc_paragraph(&d, "%u findings in %u states", 9, 28);
 *     doc_section(&d, "Findings", "findings");
 *       doc_table(&d, "llr");
 *       doc_row(&d, DOC_HEAD);
 *       doc_cell(&d, DOC_PLAIN, "kind"); doc_cell(...) ...
 *       doc_row(&d, DOC_PLAIN);
 *       doc_cell_link(&d, DOC_STRONG, "#f1", "deadlock"); ...
 *       doc_close(&d);
 *       doc_details(&d, true, "deadlock 1");
 *         doc_run(&d, &chart, "the shortest run");
 *         doc_close(&d);
 *       doc_close(&d);
 *     doc_render_html(&out, &d);
 *     arena_free(&a);
 *
 * What opens (section, table, list, details, rich paragraph) is closed with
 * doc_close; nesting is checked by assertions, and what is left open at
 * rendering is taken as closed.  All strings are copied into the arena.
 * Figures are not: chart, graph, plot and heat map must live until the last
 * rendering.  Strings are plain text everywhere, whatever they contain;
 * only doc_svg and nothing else is taken as markup.  Strings may be cut to a
 * sensible length by renderers where a layout needs it (cells of tables in
 * text, labels in figures), never in paragraphs and preformatted blocks. */
#ifndef REPORT_DOC_H
#define REPORT_DOC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/text.h"

struct graph;
struct heat;
struct plot;
struct run_chart;

/* Emphasis of a piece of text, of a cell or of a row.  GOOD, BAD and WARN
 * are verdicts: green, red and amber where there is colour, and strong where
 * there is none.  HEAD is for rows only. */
enum doc_style {
  DOC_PLAIN,
  DOC_STRONG,
  DOC_CODE,
  DOC_FAINT,
  DOC_GOOD,
  DOC_BAD,
  DOC_WARN,
  DOC_HEAD
};

enum { DOC_DEPTH = 16 };
struct doc_node; /* report/node.h, for renderers */

struct doc {
  struct arena *arena;
  const char *title;
  const char *footer; /* one line at the end of a page, or NULL */
  struct doc_node *root;
  struct doc_node *open[DOC_DEPTH];
  unsigned depth;
};

struct doc doc_begin(struct arena *arena, const char *title);
void doc_close(struct doc *d);

/* A section with its heading; `anchor` (or NULL) is what links name, without
 * the '#'; letters, digits, '-' and '_' are kept, others become '-'. */
void doc_section(struct doc *d, const char *heading, const char *anchor);
/* What a person opens when interested.  Text shows it as it is. */
void doc_details(struct doc *d, bool open, const char *summary);
/* A place to link to, outside headings. */
void doc_anchor(struct doc *d, const char *anchor);

void doc_paragraph(struct doc *d, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
/* A paragraph in pieces: doc_rich, then any number of doc_span and doc_link,
 * then doc_close.  A doc_span outside one makes a paragraph of its own. */
void doc_rich(struct doc *d);
void doc_span(struct doc *d, enum doc_style style, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* href: "#anchor", or an address that begins with http://, https:// or is
 * relative; anything else (javascript:, data:) is rendered without link. */
void doc_link(struct doc *d, const char *href, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* A list of keys and values: doc_list, doc_item..., doc_close. */
void doc_list(struct doc *d);
void doc_item(struct doc *d, const char *key, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* A table; one letter for each column: l left, r right, c centred, w left
 * and wide: labels of several words, which stay in sight on a narrow page.  A
 * row may have fewer cells; cells beyond the last column are a bug.  Rows with
 * DOC_HEAD come first and repeat on every printed page. */
void doc_table(struct doc *d, const char *columns);
void doc_row(struct doc *d, enum doc_style style);
void doc_cell(struct doc *d, enum doc_style style, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
void doc_cell_link(struct doc *d, enum doc_style style, const char *href,
                   const char *fmt, ...) __attribute__((format(printf, 4, 5)));

/* Text as it is, in a monospaced face. */
void doc_pre(struct doc *d, const char *text);
/* Source text with line numbers from `first`; line `marked` (or 0) stands
 * out.  Each line of a listing with an anchor can be linked to as
 * "#anchor-12". */
void doc_listing(struct doc *d, const char *text, uint32_t first,
                 uint32_t marked, const char *anchor);
/* A remark beside a line of the listing that was added last, by ascending
 * line; an empty one only gives the line its style.  `href` may be NULL.
 * Text leaves remarks out. */
void doc_remark(struct doc *d, uint32_t line, enum doc_style style,
                const char *href, const char *fmt, ...)
    __attribute__((format(printf, 5, 6)));

/* Figures, with a caption or NULL. */
void doc_run(struct doc *d, const struct run_chart *chart, const char *caption);
void doc_graph(struct doc *d, const struct graph *graph, const char *caption);
void doc_plot(struct doc *d, const struct plot *plot, const char *caption);
void doc_heat(struct doc *d, const struct heat *heat, const char *caption);
/* Markup made by this room (svg.h, SVG_INLINE), trusted as it is; text shows
 * the caption alone. */
void doc_svg(struct doc *d, const char *svg, const char *caption);

struct doc_text_style {
  unsigned width; /* cells; 0: 80 */
  bool colour;    /* ANSI colours */
  bool untitled;  /* leave the title of the document out */
};
void doc_render_text(struct text *out, const struct doc *d,
                     struct doc_text_style style);
/* One page: style and pictures inside, nothing fetched, no script. */
void doc_render_html(struct text *out, const struct doc *d);

#endif
