#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/axis.h"
#include "report/plot.h"
#include "report_xml.h"
#include "test.h"

static void check_ticks(struct axis a, double min, double max,
                        const char *expected) {
  struct text t = {0};
  axis_extend(&a, min);
  axis_extend(&a, max);
  axis_finish(&a, 5);
  double last = -1;
  for (size_t i = 0; i < a.count; i++) {
    if (!a.ticks[i].major)
      continue;
    CHECK(a.ticks[i].at > last && a.ticks[i].at < 1 + 1e-9);
    last = a.ticks[i].at;
    text_printf(&t, "%s%s", t.len ? " " : "", a.ticks[i].label);
  }
  CHECK_STR(text_str(&t), expected);
  text_free(&t);
}

TEST(axis_ticks_are_round_numbers) {
  const struct axis linear = {0}, log = {.log = true}, whole = {.whole = true};
  check_ticks(linear, 0, 1, "0 0.2 0.4 0.6 0.8 1");
  check_ticks(linear, 0, 9.3, "0 2 4 6 8 10");
  check_ticks(linear, -3, 4, "-4 -2 0 2 4");
  check_ticks(linear, 100, 6200, "0 2,000 4,000 6,000 8,000");
  check_ticks(linear, 0, 2.3e6, "0 500,000 1M 1.5M 2M 2.5M");
  check_ticks(linear, 0.0011, 0.0019,
              "0.001 0.0012 0.0014 0.0016 0.0018 0.002");
  check_ticks(linear, 7, 7, "2 4 6 8 10 12");
  check_ticks(linear, 1, 3, "1 1.5 2 2.5 3");
  check_ticks(whole, 1, 3, "1 2 3");
  check_ticks(whole, 0, 9.3, "0 2 4 6 8 10");
  check_ticks(log, 3, 7100, "1 10 100 1,000 10,000");
  check_ticks(log, 1, 1e6, "1 100 10,000 1M");
  check_ticks(log, 0.0002, 0.3, "0.0001 0.001 0.01 0.1 1");
  check_ticks(log, 1, 1e12,
              "10\xE2\x81\xB0 10\xC2\xB3 10\xE2\x81\xB6 "
              "10\xE2\x81\xB9 10\xC2\xB9\xC2\xB2");
  check_ticks(log, 5, 5, "1 10");
}

TEST(axis_without_values_still_has_a_range) {
  struct axis a = {0};
  axis_extend(&a, NAN);
  axis_extend(&a, INFINITY);
  axis_extend(&a, -1e305);
  axis_finish(&a, 5);
  CHECK(a.min < a.max && a.count > 1);
  struct axis b = {.log = true};
  axis_extend(&b, 0);
  axis_extend(&b, -4);
  axis_finish(&b, 5);
  CHECK(b.min < b.max && b.count > 1);
}

TEST(axis_maps_its_ends_to_0_and_1) {
  struct axis a = {.log = true};
  axis_fix(&a, 10, 1000);
  axis_extend(&a, 5e7); /* does not widen a fixed axis */
  axis_finish(&a, 4);
  CHECK(fabs(axis_at(&a, 10)) < 1e-9 && fabs(axis_at(&a, 1000) - 1) < 1e-9);
  CHECK(fabs(axis_at(&a, 100) - 0.5) < 1e-9);
  CHECK(!axis_shows(&a, 5e7) && axis_shows(&a, 500));
}

TEST(plot_svg_leaves_out_what_cannot_be_shown) {
  const struct plot_point points[] = {{1, 10, 3},    {2, 20},      {3, NAN},
                                      {4, -5},       {5, 50, 1e9}, {6, 60},
                                      {INFINITY, 1}, {7, 1e308}};
  const struct plot_series series[] = {
      {.name = "<full>", .points = points, .count = 8, .joined = true},
      {.name = NULL, .points = NULL, .count = 0}};
  const struct plot p = {.title = "t & \"u\"",
                         .x = {.label = "<x>"},
                         .y = {.label = "y", .log = true},
                         .series = series,
                         .count = 2};
  struct text t = {0}, at = {0};
  plot_render_svg(&t, &p, SVG_ALONE);
  const char *s = text_str(&t);
  CHECK_STR(xml_problem(s), "");
  size_t lines = 0, marks = 0;
  while (xml_next(&s, "path", &at))
    if (xml_has_class(&at, "h-line-0")) {
      lines++;
      CHECK_EQ(xml_count(text_str(&at), "M"), 2); /* interrupted once */
      CHECK_EQ(xml_count(text_str(&at), "L"), 2);
    }
  for (s = text_str(&t); xml_next(&s, "circle", &at);)
    marks += xml_has_class(&at, "h-fill-0");
  CHECK_EQ(lines, 1);
  CHECK_EQ(marks, 4 + 1); /* and one in the legend */
  CHECK(!strstr(text_str(&t), "no data"));
  text_free(&t);
  text_free(&at);
}

/* Twelve lines: no two have the same class, and the style gives no two
 * classes the same look; pointing at a point says its values. */
TEST(plot_svg_tells_twelve_series_apart) {
  enum { SERIES = 12 };
  struct plot_point points[SERIES][2];
  struct plot_series series[SERIES];
  char names[SERIES][16];
  for (int i = 0; i < SERIES; i++) {
    snprintf(names[i], sizeof names[i], "s%d", i);
    points[i][0] = (struct plot_point){2, 10 + i, 0, NULL};
    points[i][1] = (struct plot_point){3, 50 - i, 0, i ? NULL : "m"};
    series[i] = (struct plot_series){
        .name = names[i], .points = points[i], .count = 2, .joined = true};
  }
  struct text t = {0}, at = {0};
  plot_render_svg(
      &t, &(struct plot){.title = "t", .series = series, .count = SERIES},
      SVG_ALONE);
  const char *s = text_str(&t);
  CHECK_STR(xml_problem(s), "");
  CHECK(strstr(s, "<title>s1: 11 at 2</title>") != NULL);
  CHECK(strstr(s, "<title>m, s0: 50 at 3</title>") != NULL);
  /* in the legend the line that ends highest comes first */
  CHECK(strstr(s, ">s0</text>") < strstr(s, ">s11</text>"));
  char *looks[SERIES];
  for (int i = 0; i < SERIES; i++) {
    char rule[32];
    snprintf(rule, sizeof rule, ".h-line-%d{", i);
    const char *found = strstr(s, rule);
    CHECK(found != NULL);
    found += strlen(rule);
    looks[i] = strndup(found, strcspn(found, "}"));
    for (int k = 0; k < i; k++)
      CHECK(strcmp(looks[i], looks[k]) != 0);
  }
  for (int i = 0; i < SERIES; i++)
    free(looks[i]);
  text_free(&t);
  text_free(&at);
}

TEST(plot_svg_of_nothing_says_no_data) {
  struct text t = {0};
  plot_render_svg(&t, &(struct plot){0}, SVG_INLINE);
  CHECK_STR(xml_problem(text_str(&t)), "");
  CHECK(strstr(text_str(&t), ">no data<") != NULL);
  text_clear(&t);
  plot_render_svg(&t, &(struct plot){.width = 1, .height = 1, .title = "x"},
                  SVG_ALONE);
  CHECK_STR(xml_problem(text_str(&t)), "");
  text_free(&t);
}

/* A larger value is drawn higher, on both kinds of axis. */
TEST(plot_svg_places_points_by_value) {
  const struct plot_point points[] = {{1, 1}, {2, 10}, {3, 100}};
  const struct plot_series series = {.name = "s", .points = points, .count = 3};
  for (unsigned log = 0; log < 2; log++) {
    const struct plot p = {.y = {.log = log}, .series = &series, .count = 1};
    struct text t = {0}, at = {0};
    plot_render_svg(&t, &p, SVG_INLINE);
    double x[3], y[3];
    size_t n = 0;
    for (const char *s = text_str(&t); n < 3 && xml_next(&s, "circle", &at);
         n++) {
      x[n] = xml_number(&at, "cx");
      y[n] = xml_number(&at, "cy");
    }
    CHECK_EQ(n, 3);
    CHECK(x[0] < x[1] && x[1] < x[2] && y[0] > y[1] && y[1] > y[2]);
    if (log) /* decades are equally far apart */
      CHECK(fabs((y[0] - y[1]) - (y[1] - y[2])) < 0.1);
    text_free(&t);
    text_free(&at);
  }
}

TEST(heat_svg_has_a_cell_for_each_value) {
  const char *const names[] = {"a<b", "c&d"};
  const double values[] = {0, 1, NAN, 0.5, -3, INFINITY};
  const struct heat h = {.title = "pairs",
                         .row_names = names,
                         .row_label = "r",
                         .column_label = "c",
                         .rows = 2,
                         .columns = 3,
                         .values = values,
                         .show_values = true};
  struct text t = {0}, at = {0};
  heat_render_svg(&t, &h, SVG_ALONE);
  CHECK_STR(xml_problem(text_str(&t)), "");
  size_t shades[3] = {0};
  for (const char *s = text_str(&t); xml_next(&s, "rect", &at);) {
    shades[0] += xml_has_class(&at, "h-heat-0");
    shades[1] += xml_has_class(&at, "h-heat-10");
    shades[2] += xml_has_class(&at, "h-blank");
  }
  CHECK_EQ(shades[0], 2 + 1); /* 0 and -3; the scale has one of each */
  CHECK_EQ(shades[1], 2 + 1); /* 1 and infinity */
  CHECK_EQ(shades[2], 1);
  text_clear(&t);
  heat_render_text(&t, &h);
  CHECK_STR(text_str(&t), "  a<b                  0#.\n"
                          "  c&d                  50#\n");
  text_clear(&t);
  heat_render_svg(&t, &(struct heat){0}, SVG_INLINE);
  CHECK_STR(xml_problem(text_str(&t)), "");
  text_free(&t);
  text_free(&at);
}

TEST(heat_svg_merges_cells_of_a_huge_matrix) {
  static double values[1000 * 900];
  struct heat h = {.rows = 1000, .columns = 900, .values = values};
  struct text t = {0};
  heat_render_svg(&t, &h, SVG_INLINE);
  CHECK_EQ(xml_count(text_str(&t), "<rect"), 334 * 300 + 11);
  text_free(&t);
}
