/* A document as one HTML page that needs nothing else.
 *
 * No script, no font, no picture is fetched, and the page's own policy says
 * so; all text goes through label_xml.  Light or dark follows the reader's
 * system, paper is always light, and details are open on paper. */
#include <string.h>

#include "report/graph.h"
#include "report/label.h"
#include "report/node.h"
#include "report/plot.h"
#include "report/run.h"
#include "report/svg.h"

static const char style[] =
    ":root{color-scheme:light dark;--ink:#1f2328;--faint:#5f6772;"
    "--paper:#fff;--line:#dcdfe4;--soft:#f5f6f8;--link:#1d5fbf;"
    "--good:#1a7f42;--bad:#b3261e;--warn:#8f5a00}\n"
    "@media screen and (prefers-color-scheme:dark){:root{--ink:#e3e6ea;"
    "--faint:#9aa3af;--paper:#15171b;--line:#343940;--soft:#1e2126;"
    "--link:#7db0f5;--good:#6fcf97;--bad:#ff8a80;--warn:#f0b65a}}\n"
    "*{box-sizing:border-box}\n"
    "html{-webkit-text-size-adjust:100%}\n"
    "body{margin:0;background:var(--paper);color:var(--ink);"
    "font:16px/1.55 system-ui,-apple-system,\"Segoe UI\",Roboto,"
    "\"Helvetica Neue\",\"Noto Sans\",\"DejaVu Sans\",sans-serif}\n"
    "main{max-width:76rem;margin:0 auto;padding:2.5rem 1.5rem 4rem}\n"
    "h1,h2,h3,h4{line-height:1.25;font-weight:650;margin:2.2em 0 .6em;"
    "overflow-wrap:anywhere}\n"
    "h1{font-size:1.75rem;margin-top:0}\n"
    "h2{font-size:1.3rem;padding-top:.9rem;border-top:1px solid var(--line)}\n"
    "h3{font-size:1.08rem}h4{font-size:1rem}\n"
    "p,dl{max-width:46rem;margin:.7em 0;overflow-wrap:anywhere}\n"
    "a{color:var(--link);text-decoration:none}\n"
    "a:hover,a:focus,td a{text-decoration:underline;"
    "text-underline-offset:.2em;text-decoration-thickness:1px}\n"
    "code,pre,.listing{font:.87em/1.5 ui-monospace,SFMono-Regular,Menlo,"
    "Consolas,\"DejaVu Sans Mono\",monospace}\n"
    "code{background:var(--soft);padding:0 .3em;border-radius:3px;"
    "display:inline-block;max-width:100%}\n"
    "pre,.listing{background:var(--soft);padding:.9rem 1.1rem;margin:1em 0;"
    "border-radius:6px;overflow-x:auto}\n"
    ".listing{border-spacing:0;display:block}\n"
    ".listing td{padding:0 .5rem;white-space:pre;vertical-align:top}\n"
    ".listing td:first-child{color:var(--faint);text-align:right;"
    "user-select:none}\n"
    ".listing .marked td{color:var(--bad);font-weight:600}\n"
    ".listing tr.good,.listing tr.bad,.listing tr.warn{color:inherit;"
    "font-weight:inherit}\n"
    ".listing tr.good td:first-child{box-shadow:inset -.2rem 0 var(--good)}\n"
    ".listing tr.warn td:first-child{box-shadow:inset -.2rem 0 var(--warn)}\n"
    ".listing tr.bad td:first-child{box-shadow:inset -.2rem 0 var(--bad)}\n"
    ".listing tr.bad td{color:var(--bad)}\n"
    ".listing td:nth-child(3){padding-left:2rem}\n"
    ".scroll{overflow-x:auto;margin:1em 0}\n"
    ".scroll>table{border-collapse:collapse;font-size:.93em;"
    "font-variant-numeric:tabular-nums}\n"
    ".scroll td,.scroll th{padding:.32em .8em .32em 0;text-align:left;"
    "vertical-align:top;border-bottom:1px solid var(--line)}\n"
    ".scroll th{font-weight:600;color:var(--faint);"
    "border-bottom:2px solid var(--line)}\n"
    ".scroll tbody tr:hover{background:var(--soft)}\n"
    ".scroll .r{text-align:right}.scroll .c{text-align:center}\n"
    ".scroll .w{min-width:min(13em,42vw);position:sticky;left:0;"
    "background:var(--paper)}\n"
    "dl{display:grid;grid-template-columns:max-content 1fr;"
    "gap:.15em 1.4em}\n"
    "dt{color:var(--faint)}dd{margin:0}\n"
    ".strong{font-weight:650}.faint{color:var(--faint)}\n"
    ".good{color:var(--good);font-weight:600}\n"
    ".bad{color:var(--bad);font-weight:600}\n"
    ".warn{color:var(--warn);font-weight:600}\n"
    "details{border:1px solid var(--line);border-radius:6px;margin:.7em 0;"
    "padding:0 1rem}\n"
    "details[open]{padding-bottom:.6rem}\n"
    "summary{cursor:pointer;padding:.55rem 0;font-weight:600;"
    "overflow-wrap:anywhere}\n"
    "figure{margin:1.4em 0;overflow-x:auto}\n"
    "figure svg{display:block}\n"
    "figcaption{color:var(--faint);font-size:.92em;margin-top:.5em}\n"
    "nav{margin:1.2em 0}nav a{margin-right:1.2em;white-space:nowrap}\n"
    "footer{margin-top:4rem;color:var(--faint);font-size:.88em}\n"
    ":target{scroll-margin-top:1rem}\n"
    "tr:target,.listing tr:target td{background:var(--soft)}\n"
    "@media print{body{font-size:10.5pt}main{max-width:none;padding:0}"
    "nav{display:none}figure svg{max-width:100%;height:auto}"
    "figure,tr,pre{break-inside:avoid}h2,h3,h4{break-after:avoid}"
    "details{border:0;padding:0}"
    "details::details-content{content-visibility:visible;block-size:auto}"
    "thead{display:table-header-group}a{color:inherit}}\n";

static const char *const classes[] = {
    [DOC_PLAIN] = "",      [DOC_STRONG] = "strong", [DOC_CODE] = "",
    [DOC_FAINT] = "faint", [DOC_GOOD] = "good",     [DOC_BAD] = "bad",
    [DOC_WARN] = "warn",   [DOC_HEAD] = "",
};

static void put(struct text *out, const char *s) {
  label_xml(out, s, LABEL_WHOLE);
}

static void put_tag(struct text *out, const char *tag, const char *s) {
  text_printf(out, "<%s>", tag);
  put(out, s);
  text_printf(out, "</%s>\n", tag);
}

/* A path is broken between folders rather than within names. */
static void put_title(struct text *out, const char *title) {
  struct text t = {0};
  label_xml(&t, title, LABEL_WHOLE);
  text_add(out, "<h1>");
  for (const char *p = text_str(&t); *p; p++) {
    text_char(out, *p);
    if (*p == '/')
      text_add(out, "<wbr/>");
  }
  text_add(out, "</h1>\n");
  text_free(&t);
}

/* Text with its emphasis and its link. */
static void put_span(struct text *out, const struct doc_node *n) {
  const char *href = node_safe_href(n->href);
  const char *cls = classes[n->style];
  if (href) {
    text_add(out, "<a href=\"");
    put(out, href);
    text_add(out, "\">");
  }
  if (n->style == DOC_CODE)
    text_add(out, "<code>");
  else if (*cls)
    text_printf(out, "<span class=\"%s\">", cls);
  put(out, n->text);
  if (n->style == DOC_CODE)
    text_add(out, "</code>");
  else if (*cls)
    text_add(out, "</span>");
  if (href)
    text_add(out, "</a>");
}

static void put_list(struct text *out, const struct doc_node *n) {
  text_add(out, "<dl>\n");
  for (const struct doc_node *i = n->child; i; i = i->next) {
    text_add(out, "<dt>");
    put(out, i->key);
    text_add(out, "</dt><dd>");
    put(out, i->text);
    text_add(out, "</dd>\n");
  }
  text_add(out, "</dl>\n");
}

/* --- tables ------------------------------------------------------------- */

static void put_row(struct text *out, const struct doc_node *row,
                    const char *align) {
  const char *cls = classes[row->style];
  const char *tag = row->style == DOC_HEAD ? "th" : "td";
  text_add(out, "<tr");
  if (*cls)
    text_printf(out, " class=\"%s\"", cls);
  text_char(out, '>');
  for (const struct doc_node *c = row->child; c; c = c->next) {
    char a = *align ? *align++ : 'l';
    text_printf(out, "<%s", tag);
    if (a != 'l')
      text_printf(out, " class=\"%c\"", a);
    text_char(out, '>');
    put_span(out, c);
    text_printf(out, "</%s>", tag);
  }
  while (*align++)
    text_printf(out, "<%s></%s>", tag, tag);
  text_add(out, "</tr>\n");
}

static void put_table(struct text *out, const struct doc_node *n) {
  text_add(out, "<div class=\"scroll\"><table>\n");
  const struct doc_node *row = n->child;
  if (row && row->style == DOC_HEAD) {
    text_add(out, "<thead>\n");
    for (; row && row->style == DOC_HEAD; row = row->next)
      put_row(out, row, n->text);
    text_add(out, "</thead>\n");
  }
  text_add(out, "<tbody>\n");
  for (; row; row = row->next)
    put_row(out, row, n->text);
  text_add(out, "</tbody>\n</table></div>\n");
}

/* --- text as it is ------------------------------------------------------ */

static const char *take_line(const char *s, struct text *line) {
  size_t bytes = strcspn(s, "\n");
  text_clear(line);
  text_add_n(line, s, bytes);
  return s + bytes + (s[bytes] == '\n');
}

static void put_pre(struct text *out, const char *s) {
  struct text line = {0};
  text_add(out, "<pre>");
  while (*s) {
    s = take_line(s, &line);
    put(out, text_str(&line));
    text_char(out, '\n');
  }
  text_add(out, "</pre>\n");
  text_free(&line);
}

/* The remarks on a line, in a column of their own; those that are left. */
static const struct doc_node *put_remarks(struct text *out,
                                          const struct doc_node *r,
                                          uint32_t line) {
  text_add(out, "</td><td>");
  for (bool any = false; r && r->first == line; r = r->next) {
    if (!*r->text)
      continue;
    text_add(out, any ? ", " : "");
    any = true;
    put_span(out, r);
  }
  return r;
}

static void put_listing(struct text *out, const struct doc_node *n) {
  struct text line = {0};
  const char *s = n->text;
  const struct doc_node *remark = n->child;
  text_add(out, "<table class=\"listing\">\n");
  for (uint32_t number = n->first; *s; number++) {
    s = take_line(s, &line);
    text_add(out, "<tr");
    if (n->anchor)
      text_printf(out, " id=\"%s-%u\"", n->anchor, number);
    if (number == n->marked)
      text_add(out, " class=\"marked\"");
    else if (remark && remark->first == number && *classes[remark->style])
      text_printf(out, " class=\"%s\"", classes[remark->style]);
    text_printf(out, "><td>%u</td><td>", number);
    put(out, text_str(&line));
    if (n->child)
      remark = put_remarks(out, remark, number);
    text_add(out, "</td></tr>\n");
  }
  text_add(out, "</table>\n");
  text_free(&line);
}

/* --- figures and structure ---------------------------------------------- */

static void put_figure(struct text *out, const struct doc_node *n) {
  text_add(out, "<figure>\n");
  switch (n->kind) {
  case NODE_RUN:
    run_render_svg(out, n->data, SVG_INLINE);
    break;
  case NODE_GRAPH:
    graph_render_svg(out, n->data, SVG_INLINE);
    break;
  case NODE_PLOT:
    plot_render_svg(out, n->data, SVG_INLINE);
    break;
  case NODE_HEAT:
    heat_render_svg(out, n->data, SVG_INLINE);
    break;
  default:
    text_add(out, n->data);
  }
  if (*n->text)
    put_tag(out, "figcaption", n->text);
  text_add(out, "</figure>\n");
}

static void put_node(struct text *out, const struct doc_node *n,
                     unsigned level);

static void put_children(struct text *out, const struct doc_node *n,
                         unsigned level) {
  for (const struct doc_node *c = n->child; c; c = c->next)
    put_node(out, c, level);
}

static void put_section(struct text *out, const struct doc_node *n,
                        unsigned level) {
  const unsigned h = level < 6 ? level : 6;
  text_add(out, "<section");
  if (n->anchor)
    text_printf(out, " id=\"%s\"", n->anchor);
  text_printf(out, ">\n<h%u>", h);
  put(out, n->text);
  text_printf(out, "</h%u>\n", h);
  put_children(out, n, level + 1);
  text_add(out, "</section>\n");
}

static void put_node(struct text *out, const struct doc_node *n,
                     unsigned level) {
  switch (n->kind) {
  case NODE_SECTION:
    put_section(out, n, level);
    break;
  case NODE_DETAILS:
    text_add(out, n->flag ? "<details open>\n" : "<details>\n");
    put_tag(out, "summary", n->text);
    put_children(out, n, level);
    text_add(out, "</details>\n");
    break;
  case NODE_ANCHOR:
    text_printf(out, "<span id=\"%s\"></span>\n", n->anchor);
    break;
  case NODE_PARAGRAPH:
    text_add(out, "<p>");
    for (const struct doc_node *s = n->child; s; s = s->next)
      put_span(out, s);
    text_add(out, "</p>\n");
    break;
  case NODE_LIST:
    put_list(out, n);
    break;
  case NODE_TABLE:
    put_table(out, n);
    break;
  case NODE_PRE:
    put_pre(out, n->text);
    break;
  case NODE_LISTING:
    put_listing(out, n);
    break;
  default:
    put_figure(out, n);
  }
}

/* A line of links where there are enough sections to get lost in. */
static void put_contents(struct text *out, const struct doc_node *root) {
  unsigned count = 0;
  for (const struct doc_node *n = root->child; n; n = n->next)
    count += n->kind == NODE_SECTION && n->anchor;
  if (count < 3)
    return;
  text_add(out, "<nav>");
  for (const struct doc_node *n = root->child; n; n = n->next) {
    if (n->kind != NODE_SECTION || !n->anchor)
      continue;
    text_printf(out, "<a href=\"#%s\">", n->anchor);
    put(out, n->text);
    text_add(out, "</a> ");
  }
  text_add(out, "</nav>\n");
}

void doc_render_html(struct text *out, const struct doc *d) {
  text_add(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
                "<meta charset=\"utf-8\">\n"
                "<meta http-equiv=\"Content-Security-Policy\" content=\""
                "default-src 'none'; style-src 'unsafe-inline'\">\n"
                "<meta name=\"viewport\" "
                "content=\"width=device-width, initial-scale=1\">\n");
  put_tag(out, "title", d->title);
  text_add(out, "<style>\n");
  text_add(out, style);
  svg_style(out);
  text_add(out, "</style>\n</head>\n<body>\n<main>\n");
  put_title(out, d->title);
  put_contents(out, d->root);
  put_children(out, d->root, 2);
  if (d->footer)
    put_tag(out, "footer", d->footer);
  text_add(out, "</main>\n</body>\n</html>\n");
}
