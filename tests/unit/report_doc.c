#include <string.h>

#include "report/doc.h"
#include "report/graph.h"
#include "report/node.h"
#include "report/plot.h"
#include "report/run.h"
#include "report_xml.h"
#include "test.h"

/* One of everything. */
static const struct run_column columns[] = {{.name = "P<1>"}, {.name = "P2"}};
static const struct run_event events[] = {
    {.column = 0, .kind = RUN_SEND, .label = "!m", .to = 2},
    {.column = 1, .kind = RUN_RECEIVE, .label = "?m", .match = 1}};
static const struct run_chart chart = {
    .columns = columns, .column_count = 2, .events = events, .event_count = 2};
static const struct graph_node nodes[] = {{.label = "a"}, {.label = "b"}};
static const struct graph_edge edges[] = {{0, 1, .label = "go"}};
static const struct graph graph = {
    .nodes = nodes, .node_count = 2, .edges = edges, .edge_count = 1};
static const struct plot_point points[] = {{2, 10}, {3, 100}};
static const struct plot_series series = {
    .name = "full", .points = points, .count = 2, .joined = true};
static const struct plot plot = {
    .x = {.label = "n"}, .series = &series, .count = 1};
static const double values[] = {0, 0.5, 1};
static const struct heat heat = {.rows = 1, .columns = 3, .values = values};

static void fill_table(struct doc *d) {
  doc_table(d, "lrc");
  doc_row(d, DOC_HEAD);
  doc_cell(d, DOC_PLAIN, "kind");
  doc_cell(d, DOC_PLAIN, "steps");
  doc_cell(d, DOC_PLAIN, "ok");
  doc_row(d, DOC_PLAIN);
  doc_cell_link(d, DOC_BAD, "#f1", "deadlock");
  doc_cell(d, DOC_PLAIN, "%d", 4);
  doc_cell(d, DOC_GOOD, "y");
  doc_row(d, DOC_FAINT);
  doc_cell(d, DOC_PLAIN, "\xCE\xA0");
  doc_close(d);
}

static struct doc everything(struct arena *a, const char *name) {
  struct doc d = doc_begin(a, name);
  d.footer = name;
  doc_rich(&d);
  doc_span(&d, DOC_BAD, "%s", name);
  doc_span(&d, DOC_PLAIN, " and ");
  doc_link(&d, "https://example.org/?a=1&b=2", "%s", name);
  doc_close(&d);
  doc_section(&d, name, name);
  fill_table(&d);
  doc_list(&d);
  doc_item(&d, name, "%s", name);
  doc_close(&d);
  doc_details(&d, false, name);
  doc_pre(&d, name);
  doc_listing(&d, "one\ntwo\n", 11, 12, "src");
  doc_anchor(&d, "here");
  doc_close(&d);
  doc_close(&d);
  doc_run(&d, &chart, name);
  doc_graph(&d, &graph, name);
  doc_plot(&d, &plot, NULL);
  doc_heat(&d, &heat, NULL);
  doc_svg(&d, "<svg></svg>", name);
  return d;
}

TEST(doc_text_has_everything_in_order) {
  struct arena a = {0};
  struct text t = {0};
  struct doc d = everything(&a, "name");
  doc_render_text(&t, &d, (struct doc_text_style){0});
  CHECK_STR(text_str(&t), "name\n\n"
                          "name and name\n\n"
                          "name\n\n"
                          "  kind      steps  ok\n"
                          "  --------  -----  --\n"
                          "  deadlock      4  y\n"
                          "  \xCE\xA0\n\n"
                          "  name  name\n\n"
                          "name\n\n"
                          "  name\n\n"
                          "     11 | one\n"
                          "     12 > two\n\n"
                          "name:\n\n"
                          "  P<1>          P2\n"
                          "  !m --------.  |\n"
                          "  |          '> ?m\n\n"
                          "name:\n\n"
                          "  a --go--> b\n\n"
                          "  n             full\n"
                          "  2             10\n"
                          "  3             100\n\n"
                          "   05#\n\n"
                          "name\n\n"
                          "name\n");
  text_free(&t);
  arena_free(&a);
}

TEST(doc_html_is_one_well_formed_page_without_resources) {
  struct arena a = {0};
  struct text t = {0};
  struct doc d = everything(&a, "name");
  doc_render_html(&t, &d);
  const char *s = text_str(&t);
  CHECK_STR(xml_problem(s), "");
  CHECK_EQ(xml_count(s, "<svg"), 5);
  CHECK_EQ(xml_count(s, "<style"), 1); /* not once for each picture */
  CHECK(!strstr(s, "<script") && !strstr(s, "<link") && !strstr(s, "<img"));
  CHECK(!strstr(s, "src=\"") && !strstr(s, "url(") && !strstr(s, "@import"));
  CHECK(strstr(s, "href=\"https://example.org/?a=1&amp;b=2\"") != NULL);
  CHECK(strstr(s, "<th class=\"r\">steps</th>") != NULL);
  CHECK(strstr(s, "<td><a href=\"#f1\"><span class=\"bad\">deadlock</span></a>"
                  "</td><td class=\"r\">4</td>") != NULL);
  CHECK(strstr(s, "<tr id=\"src-12\" class=\"marked\"><td>12</td>") != NULL);
  CHECK(strstr(s, "<span id=\"here\">") != NULL);
  CHECK(strstr(s, "prefers-color-scheme:dark") != NULL);
  text_free(&t);
  arena_free(&a);
}

TEST(doc_html_escapes_hostile_names_everywhere) {
  const char *evil = "</title></style><script>alert('1')</script>"
                     "\"onload=\"x\x01\xFF\033[2J";
  struct arena a = {0};
  struct text t = {0};
  struct doc d = everything(&a, evil);
  doc_render_html(&t, &d);
  CHECK_STR(xml_problem(text_str(&t)), "");
  CHECK(!strstr(text_str(&t), "<script"));
  CHECK(!strstr(text_str(&t), "\"onload"));
  CHECK(xml_count(text_str(&t), "&lt;script&gt;") > 8);
  text_clear(&t);
  doc_render_text(&t, &d, (struct doc_text_style){.width = 30});
  CHECK(!strchr(text_str(&t), '\033') && !strchr(text_str(&t), '\001'));
  text_free(&t);
  arena_free(&a);
}

TEST(doc_follows_only_links_that_are_safe) {
  CHECK_STR(node_safe_href("#a"), "#a");
  CHECK_STR(node_safe_href("https://x.org/a:b"), "https://x.org/a:b");
  CHECK_STR(node_safe_href("a/b:c.html"), "a/b:c.html");
  CHECK_STR(node_safe_href("../x.svg"), "../x.svg");
  CHECK(node_safe_href("javascript:alert(1)") == NULL);
  CHECK(node_safe_href("JavaScript:alert(1)") == NULL);
  CHECK(node_safe_href("java\nscript:alert(1)") == NULL);
  CHECK(node_safe_href(" javascript:alert(1)") == NULL);
  CHECK(node_safe_href("\001javascript:alert(1)") == NULL);
  CHECK(node_safe_href("data:text/html,x") == NULL);
  CHECK(node_safe_href("") == NULL);
  CHECK(node_safe_href(NULL) == NULL);
}

TEST(doc_text_wraps_paragraphs_and_cuts_wide_tables) {
  struct arena a = {0};
  struct text t = {0};
  struct doc d = doc_begin(&a, "t");
  doc_paragraph(&d, "one two three four\nfive   six");
  doc_rich(&d);
  doc_span(&d, DOC_PLAIN, "glued");
  doc_span(&d, DOC_STRONG, "together");
  doc_span(&d, DOC_PLAIN, ", then not");
  doc_close(&d);
  doc_table(&d, "ll");
  doc_row(&d, DOC_PLAIN);
  doc_cell(&d, DOC_PLAIN, "short");
  doc_cell(&d, DOC_PLAIN, "a cell that is much too long");
  doc_close(&d);
  doc_render_text(&t, &d,
                  (struct doc_text_style){.width = 20, .untitled = true});
  CHECK_STR(text_str(&t), "one two three four\nfive six\n\n"
                          "gluedtogether, then\nnot\n\n"
                          "  short  a cell th..\n");
  text_free(&t);
  arena_free(&a);
}

TEST(doc_text_colours_cells_without_shifting_columns) {
  struct arena a = {0};
  struct text plain = {0}, coloured = {0}, stripped = {0};
  struct doc d = doc_begin(&a, "t");
  fill_table(&d);
  doc_render_text(&plain, &d, (struct doc_text_style){0});
  doc_render_text(&coloured, &d, (struct doc_text_style){.colour = true});
  for (const char *s = text_str(&coloured); *s;) {
    if (*s == '\033')
      s = strchr(s, 'm') + 1;
    else
      text_char(&stripped, *s++);
  }
  CHECK(coloured.len > plain.len);
  CHECK_STR(text_str(&stripped), text_str(&plain));
  text_free(&plain);
  text_free(&coloured);
  text_free(&stripped);
  arena_free(&a);
}

TEST(doc_that_is_empty_renders) {
  struct arena a = {0};
  struct text t = {0};
  struct doc d = doc_begin(&a, NULL);
  doc_render_text(&t, &d, (struct doc_text_style){0});
  CHECK_STR(text_str(&t), "");
  doc_section(&d, "left open", NULL);
  doc_table(&d, "l");
  doc_render_html(&t, &d);
  CHECK_STR(xml_problem(text_str(&t)), "");
  text_free(&t);
  arena_free(&a);
}

TEST(doc_anchors_are_made_of_safe_characters) {
  struct arena a = {0};
  struct text t = {0};
  struct doc d = doc_begin(&a, "t");
  doc_section(&d, "h", "P1 \"at\" 2");
  doc_close(&d);
  doc_render_html(&t, &d);
  CHECK(strstr(text_str(&t), "<section id=\"P1--at--2\">") != NULL);
  text_free(&t);
  arena_free(&a);
}
