/* node: what a document is made of, for renderers.
 *
 * A tree of nodes, children in order.  Builders (doc.c) guarantee: cells are
 * in rows, rows in tables, items in lists, spans in paragraphs and nowhere
 * else; `text` is never NULL.  A renderer is one function over this tree. */
#ifndef REPORT_NODE_H
#define REPORT_NODE_H

#include "report/doc.h"

enum node_kind {
  NODE_ROOT,
  NODE_SECTION,   /* text: heading; anchor */
  NODE_DETAILS,   /* text: summary; flag: open */
  NODE_ANCHOR,    /* anchor */
  NODE_PARAGRAPH, /* spans */
  NODE_SPAN,      /* text, style, href or NULL */
  NODE_LIST,      /* items */
  NODE_ITEM,      /* key, text */
  NODE_TABLE,     /* rows; text: a letter for each column */
  NODE_ROW,       /* cells; style */
  NODE_CELL,      /* text, style, href or NULL */
  NODE_PRE,       /* text */
  NODE_LISTING,   /* text, first, marked, anchor or NULL; remarks: spans
                     whose `first` is a line */
  NODE_RUN,       /* figures: data, caption in text */
  NODE_GRAPH,
  NODE_PLOT,
  NODE_HEAT,
  NODE_SVG
};

struct doc_node {
  enum node_kind kind;
  enum doc_style style;
  bool flag;
  uint32_t first, marked;
  const char *text, *key, *href, *anchor;
  const void *data;
  struct doc_node *child, *last, *next;
};

/* The address of a link where it is one that may be followed, else NULL. */
const char *node_safe_href(const char *href);

#endif
