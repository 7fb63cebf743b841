/* The picture in characters is read back: every arrow is followed with the
 * finger from its send, and must end at its reception. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/rng.h"
#include "base/vec.h"
#include "report/label.h"
#include "report/run.h"
#include "report_xml.h"
#include "test.h"

/* --- charts ------------------------------------------------------------- */

static const struct run_column pi1_columns[] = {
    {.name = "P1", .state = "0"},
    {.name = "P2", .state = "0"},
};
static const struct run_event pi1_events[] = {
    {.column = 0, .kind = RUN_SEND, .label = "!m1", .state = "1", .to = 2},
    {.column = 1, .kind = RUN_SEND, .label = "!m2", .to = 1},
    {.column = 1,
     .kind = RUN_RECEIVE,
     .label = "?m1",
     .state = "2",
     .match = 1},
    {.column = 0,
     .kind = RUN_RECEIVE,
     .label = "?m2",
     .state = "2",
     .match = 2},
    {.column = 0, .kind = RUN_SEND, .label = "!m3", .to = 2},
};
static const struct run_chart pi1 = {.title = "deadlock",
                                     .columns = pi1_columns,
                                     .column_count = 2,
                                     .events = pi1_events,
                                     .event_count = 5};

/* Labels are unique, so that the picture can be read back. */
static struct run_chart random_chart(struct arena *a, struct rng *r,
                                     uint32_t columns, size_t count) {
  struct run_column *k = arena_array(a, struct run_column, columns);
  struct run_event *e = arena_array(a, struct run_event, count);
  uint32_t *flight = arena_array(a, uint32_t, count);
  size_t flying = 0;
  for (uint32_t i = 0; i < columns; i++) {
    k[i].name = arena_printf(a, "node%u", i);
    k[i].state = rng_below(r, 2) ? "idle" : NULL;
  }
  for (size_t i = 0; i < count; i++) {
    if (flying && rng_below(r, 2)) {
      const size_t pick = rng_below(r, (uint32_t)flying);
      const uint32_t sent = flight[pick];
      flight[pick] = flight[--flying];
      e[i] = (struct run_event){
          .column = e[sent].to - 1, .kind = RUN_RECEIVE, .match = sent + 1};
      e[i].label = arena_printf(a, "?m%zu", (size_t)sent);
    } else if (rng_below(r, 6)) {
      e[i] = (struct run_event){.column = rng_below(r, columns),
                                .kind = RUN_SEND,
                                .to = 1 + rng_below(r, columns)};
      e[i].label = arena_printf(a, "!m%zu", i);
      flight[flying++] = (uint32_t)i;
    } else {
      e[i] = (struct run_event){.column = rng_below(r, columns),
                                .kind = rng_below(r, 2) ? RUN_LOCK : RUN_UNLOCK,
                                .object = rng_below(r, 2) ? "a" : "b"};
      e[i].label = arena_printf(a, "%s%zu", e[i].object, i);
    }
    if (rng_below(r, 2))
      e[i].state = rng_below(r, 2) ? "busy" : "waiting";
    if (!rng_below(r, 9))
      e[i].note = "noted";
    if (!rng_below(r, 11))
      e[i].before = "remarked";
  }
  return (struct run_chart){.title = "random",
                            .columns = k,
                            .column_count = columns,
                            .events = e,
                            .event_count = count};
}

/* --- reading the picture ------------------------------------------------ */

struct lines {
  VEC(const char *) at;
};

static void split(struct lines *l, char *s) {
  while (s && *s) {
    vec_push(&l->at, s);
    s = strchr(s, '\n');
    if (s)
      *s++ = 0;
  }
}

static char char_at(const struct lines *l, size_t row, size_t x) {
  return row < l->at.len && x < strlen(l->at.at[row]) ? l->at.at[row][x] : ' ';
}

/* The label as a word of its own; false if it is not there. */
static bool find(const struct lines *l, const char *label, size_t *row,
                 size_t *x) {
  for (*row = 0; *row < l->at.len; ++*row) {
    const char *line = l->at.at[*row];
    for (const char *p = line; (p = strstr(p, label)); p++) {
      const char after = p[strlen(label)];
      if ((after && after != ' ') || (p > line && p[-1] != ' '))
        continue;
      *x = (size_t)(p - line);
      return true;
    }
  }
  return false;
}

/* From a send along its arrow to where it ends: the place of the label of
 * the reception.  A horizontal line may pass behind verticals. */
static bool follow(const struct lines *l, const char *send, size_t *row,
                   size_t *x) {
  if (!find(l, send, row, x))
    return false;
  *x += strlen(send) + 1;
  while (char_at(l, *row, *x) == '-' || char_at(l, *row, *x) == '|')
    ++*x;
  if (char_at(l, *row, *x) != '.')
    return false;
  do
    ++*row;
  while (char_at(l, *row, *x) == '|');
  if (char_at(l, *row, *x) != '\'')
    return false;
  const char right = char_at(l, *row, *x + 1);
  const bool rightward = right == '-' || right == '>';
  const char end = rightward ? '>' : '<';
  do
    *x += rightward ? 1 : (size_t)-1;
  while (char_at(l, *row, *x) == '-' || char_at(l, *row, *x) == '|');
  if (char_at(l, *row, *x) != end)
    return false;
  if (rightward) {
    *x += 2;
    return true;
  }
  *x -= 2; /* the last character of the label */
  while (*x && char_at(l, *row, *x - 1) != ' ')
    --*x;
  return true;
}

static void check_arrow(const struct run_chart *c, const struct lines *l,
                        size_t i) {
  size_t row, x, seen_row, seen_x;
  const struct run_event *e = &c->events[i];
  if (!run_sender(c, i))
    return;
  CHECK(find(l, e->label, &row, &x));
  CHECK(follow(l, c->events[e->match - 1].label, &seen_row, &seen_x));
  CHECK_EQ(seen_row, row);
  CHECK_EQ(seen_x, x);
}

TEST(run_text_arrows_can_be_followed_on_random_runs) {
  struct rng r = rng_seed(20261115);
  for (unsigned round = 0; round < 300; round++) {
    struct arena a = {0};
    struct text t = {0};
    struct lines l = {0};
    const struct run_chart c =
        random_chart(&a, &r, 1 + rng_below(&r, 8), rng_below(&r, 40));
    run_render_text(&t, &c, (struct run_style){.width = 400});
    split(&l, t.at);
    size_t last = 0;
    for (size_t i = 0; i < c.event_count; i++) {
      size_t row, x;
      CHECK(find(&l, c.events[i].label, &row, &x));
      CHECK(row > last || !i); /* in order, each on a row of its own */
      last = row;
      check_arrow(&c, &l, i);
    }
    vec_free(&l.at);
    text_free(&t);
    arena_free(&a);
  }
}

/* --- text --------------------------------------------------------------- */

TEST(run_text_looks_as_sketched) {
  struct text t = {0};
  run_render_text(&t, &pi1, (struct run_style){.indent = 2});
  CHECK_STR(text_str(&t), "  P1            P2\n"
                          "  0             0\n"
                          "  !m1 -------.  |\n"
                          "  1          |  !m2 -------.\n"
                          "  |          '> ?m1        |\n"
                          "  |             2          |\n"
                          "  ?m2 <--------------------'\n"
                          "  2             |\n"
                          "  !m3 ..>       |\n");
  text_free(&t);
}

TEST(run_text_of_threads_has_lines_remarks_and_notes) {
  const struct run_column columns[] = {{.name = "main"}, {.name = "worker"}};
  const struct run_event events[] = {
      {.column = 0, .kind = RUN_READ, .label = "read t -> 0", .line = 9},
      {.column = 1,
       .kind = RUN_WRITE,
       .label = "write t <- 1",
       .line = 12,
       .before = "switch to worker here"},
      {.column = 0,
       .kind = RUN_WRITE,
       .label = "write t <- 1",
       .line = 10,
       .note = "lost update"},
      {.column = 0, .kind = RUN_FAIL, .label = "assertion failed", .line = 31},
  };
  const struct run_chart c = {.columns = columns,
                              .column_count = 2,
                              .events = events,
                              .event_count = 4};
  struct text t = {0};
  run_render_text(&t, &c, (struct run_style){.lines = true});
  CHECK_STR(text_str(&t), "main                 worker\n"
                          " 9 read t -> 0\n"
                          "                   * switch to worker here\n"
                          "                     12 write t <- 1\n"
                          "10 write t <- 1      lost update\n"
                          "31 assertion failed\n");
  text_free(&t);
}

TEST(run_text_says_who_waits_and_what_is_held) {
  const struct run_column columns[] = {
      {.name = "A", .waits = "lock b", .holds = "lock a"},
      {.name = "Bob", .waits = "lock a"},
      {.name = "C"},
      {.name = "D", .ends = "terminated"}};
  const struct run_chart c = {.columns = columns, .column_count = 4};
  struct text t = {0};
  run_render_text(&t, &c, (struct run_style){.list = true});
  CHECK_STR(text_str(&t), "\nA    waits for lock b, holds lock a\n"
                          "Bob  waits for lock a\nD    terminated\n");
  text_free(&t);
}

TEST(run_text_falls_back_to_a_list_where_columns_do_not_fit) {
  struct text t = {0};
  run_render_text(&t, &pi1, (struct run_style){.width = 12});
  CHECK_STR(text_str(&t), "1  P1  !m1  at 1\n"
                          "2  P2  !m2\n"
                          "3  P2  ?m1  at 2  sent in step 1\n"
                          "4  P1  ?m2  at 2  sent in step 2\n"
                          "5  P1  !m3  never received\n");
  text_free(&t);
}

/* No line is wider than the terminal, whatever the labels are. */
TEST(run_text_columns_keep_to_the_width) {
  struct rng r = rng_seed(3);
  for (unsigned round = 0; round < 60; round++) {
    struct arena a = {0};
    struct text t = {0};
    struct lines l = {0};
    struct run_chart c = random_chart(&a, &r, 1 + rng_below(&r, 5), 20);
    struct run_event *events = (struct run_event *)c.events;
    for (size_t i = 0; i < c.event_count; i++) {
      if (!rng_below(&r, 6))
        events[i].note = "a note that is longer than what is left of the line "
                         "at the right of most columns";
      if (!rng_below(&r, 9))
        events[i].before = "and a remark of a length for which no terminal "
                           "that this test knows is wide enough, so that it "
                           "must be wrapped";
      if (!rng_below(&r, 4))
        events[i].label = "a label that is rather long and must be cut a bit";
    }
    const unsigned width = 60 + rng_below(&r, 60);
    run_render_text(&t, &c, (struct run_style){.width = width, .indent = 2});
    split(&l, t.at);
    const bool columns =
        l.at.len && strstr(l.at.at[0], "node0") == l.at.at[0] + 2;
    for (size_t i = 0; columns && i < l.at.len; i++)
      CHECK(label_width(l.at.at[i]) <= width);
    vec_free(&l.at);
    text_free(&t);
    arena_free(&a);
  }
}

TEST(run_text_survives_nonsense) {
  const struct run_column columns[] = {{0}, {.name = "\033]0;x\007"}};
  const struct run_event events[] = {
      {.column = 7, .kind = RUN_SEND, .label = "nobody"},
      {.column = 0, .kind = RUN_RECEIVE, .match = 3},
      {.column = 1, .kind = RUN_RECEIVE, .label = "?\033[2J", .match = 1},
      {.column = 1, .kind = RUN_UNLOCK, .object = "x"},
      {.column = 0, .kind = (enum run_kind)99, .label = NULL, .note = ""},
  };
  const struct run_chart c = {.columns = columns,
                              .column_count = 2,
                              .events = events,
                              .event_count = 5};
  for (unsigned list = 0; list < 2; list++) {
    struct text t = {0};
    run_render_text(&t, &c, (struct run_style){.list = list});
    CHECK(!strchr(text_str(&t), '\033'));
    CHECK(!strchr(text_str(&t), '\007'));
    CHECK(!strstr(text_str(&t), "nobody"));
    text_free(&t);
  }
  struct text t = {0};
  run_render_text(&t, &(struct run_chart){0}, (struct run_style){0});
  CHECK_STR(text_str(&t), "");
  run_render_svg(&t, &c, SVG_ALONE);
  CHECK_STR(xml_problem(text_str(&t)), "");
  text_clear(&t);
  run_render_svg(&t, &(struct run_chart){0}, SVG_INLINE);
  CHECK_STR(xml_problem(text_str(&t)), "");
  text_free(&t);
}

TEST(run_text_colours_only_what_fails) {
  const struct run_column column = {.name = "P"};
  const struct run_event events[] = {
      {.kind = RUN_LOCAL, .label = "fine"},
      {.kind = RUN_LOCAL, .label = "wrong", .fails = true}};
  const struct run_chart c = {.columns = &column,
                              .column_count = 1,
                              .events = events,
                              .event_count = 2};
  struct text t = {0};
  run_render_text(&t, &c, (struct run_style){.colour = true});
  CHECK_STR(text_str(&t), "P\nfine\n\033[0;1;31mwrong\033[0m\n");
  text_free(&t);
}

/* --- SVG ---------------------------------------------------------------- */

struct box {
  double x, y, w, h;
};
typedef VEC(struct box) boxes;

static bool overlap(const struct box *a, const struct box *b) {
  return a->x < b->x + b->w && b->x < a->x + a->w && a->y < b->y + b->h &&
         b->y < a->y + a->h;
}

/* What a text covers, by the width that the room promises for its cells. */
static struct box text_box(const struct text *at, const char *after) {
  struct text label = {0};
  const double size = xml_has_class(at, "h-tiny")    ? 10
                      : xml_has_class(at, "h-small") ? 11
                      : xml_has_class(at, "h-title") ? 14
                                                     : 12;
  text_add_n(&label, after, strcspn(after, "<"));
  /* entities count as one: only those for markup occur in these labels */
  size_t cells = label_width(text_str(&label));
  for (const char *e = text_str(&label); (e = strchr(e, '&')); e++)
    cells -= strcspn(e, ";");
  double w = (double)cells * size * 0.6, x = xml_number(at, "x");
  if (strstr(text_str(at), "text-anchor=\"middle\""))
    x -= w / 2;
  if (strstr(text_str(at), "text-anchor=\"end\""))
    x -= w;
  const double y = xml_number(at, "y");
  text_free(&label);
  return (struct box){x, y - size * 0.72, w, size * 0.9};
}

/* No two texts overlap, all are on the page. */
static void check_texts(const char *svg) {
  struct text at = {0};
  boxes texts = {0};
  const char *s = svg;
  CHECK(xml_next(&s, "svg", &at));
  const double width = xml_number(&at, "width");
  const double height = xml_number(&at, "height");
  while (xml_next(&s, "text", &at))
    vec_push(&texts, text_box(&at, s));
  size_t bad = 0;
  vec_each(&texts, a) {
    bad += a->x < 0 || a->y < 0 || a->x + a->w > width || a->y + a->h > height;
    for (const struct box *b = a + 1; b < texts.at + texts.len; b++)
      bad += overlap(a, b);
  }
  CHECK_EQ(bad, 0);
  vec_free(&texts);
  text_free(&at);
}

static size_t count_class(const char *svg, const char *tag, const char *cls) {
  struct text at = {0};
  size_t count = 0;
  while (xml_next(&svg, tag, &at))
    count += xml_has_class(&at, cls);
  text_free(&at);
  return count;
}

TEST(run_svg_of_random_runs_is_well_formed_and_nothing_overlaps) {
  struct rng r = rng_seed(77);
  for (unsigned round = 0; round < 40; round++) {
    struct arena a = {0};
    struct text t = {0};
    const uint32_t columns = 1 + rng_below(&r, round % 8 ? 8 : 40);
    struct run_chart c = random_chart(&a, &r, columns, rng_below(&r, 120));
    c.finding = round % 2 ? "deadlock: everybody waits" : NULL;
    struct run_column *k = (struct run_column *)c.columns;
    for (uint32_t i = 0; i < columns; i += 2)
      k[i] = (struct run_column){.name = k[i].name,
                                 .waits = "m3 from P<1>",
                                 .waits_for = 1 + rng_below(&r, columns),
                                 .holds = "lock a"};
    run_render_svg(&t, &c, round % 2 ? SVG_ALONE : SVG_INLINE);
    CHECK_STR(xml_problem(text_str(&t)), "");
    check_texts(text_str(&t));
    size_t received = 0, pending = 0, loops = 0;
    for (size_t i = 0; i < c.event_count; i++) {
      uint32_t s = run_sender(&c, i);
      received += s != 0;
      loops += s && c.events[s - 1].column == c.events[i].column;
      pending += c.events[i].kind == RUN_SEND && !run_receiver(&c, i);
    }
    CHECK_EQ(count_class(text_str(&t), "line", "h-message"), received - loops);
    CHECK_EQ(count_class(text_str(&t), "path", "h-message"), loops);
    CHECK_EQ(count_class(text_str(&t), "path", "h-message-head"), received);
    CHECK_EQ(count_class(text_str(&t), "line", "h-pending"), pending);
    text_free(&t);
    arena_free(&a);
  }
}

TEST(run_svg_draws_a_bar_while_a_lock_is_held) {
  const struct run_column column = {.name = "T", .waits = "lock c"};
  const struct run_event events[] = {
      {.kind = RUN_LOCK, .label = "lock a", .object = "a"},
      {.kind = RUN_LOCK, .label = "lock b", .object = "b"},
      {.kind = RUN_UNLOCK, .label = "unlock a", .object = "a"},
      {.kind = RUN_LOCAL, .label = "x", .fails = true}};
  const struct run_chart c = {.columns = &column,
                              .column_count = 1,
                              .events = events,
                              .event_count = 4};
  struct text t = {0}, at = {0};
  run_render_svg(&t, &c, SVG_INLINE);
  double y[4], from[2] = {0}, to[2] = {0};
  size_t n = 0;
  for (const char *s = text_str(&t); xml_next(&s, "circle", &at);)
    if (n < 4)
      y[n++] = xml_number(&at, "cy");
  CHECK_EQ(n, 4);
  for (const char *s = text_str(&t); xml_next(&s, "rect", &at);)
    for (size_t k = 0; k < 2; k++)
      if (xml_has_class(&at, k ? "h-fill-1" : "h-fill-0") && to[k] <= 0) {
        from[k] = xml_number(&at, "y");
        to[k] = from[k] + xml_number(&at, "height");
      }
  CHECK(fabs(from[0] - y[0]) < 1 && fabs(to[0] - y[2]) < 1);
  CHECK(fabs(from[1] - y[1]) < 1 && to[1] > y[3]); /* held to the end */
  CHECK_EQ(count_class(text_str(&t), "circle", "h-bad-dot"), 1);
  CHECK_EQ(count_class(text_str(&t), "line", "h-stuck"), 2);
  text_free(&t);
  text_free(&at);
}

/* What was folded may have given a lock back. */
TEST(run_svg_bars_end_where_a_lock_is_taken_again_and_with_the_thread) {
  const struct run_column column = {.name = "T", .ends = "ended"};
  const struct run_event events[] = {
      {.kind = RUN_LOCK, .label = "lock a", .object = "a"},
      {.kind = RUN_LOCAL, .label = "7 more steps"},
      {.kind = RUN_LOCK, .label = "lock a", .object = "a"},
      {.kind = RUN_LOCAL, .label = "3 more steps"}};
  const struct run_chart c = {.columns = &column,
                              .column_count = 1,
                              .events = events,
                              .event_count = 4};
  struct text t = {0}, at = {0};
  run_render_svg(&t, &c, SVG_INLINE);
  double y[4], from[2] = {0}, to[2] = {0};
  size_t n = 0, bars = 0;
  for (const char *s = text_str(&t); xml_next(&s, "circle", &at);)
    if (n < 4)
      y[n++] = xml_number(&at, "cy");
  for (const char *s = text_str(&t); xml_next(&s, "rect", &at);)
    if (xml_has_class(&at, "h-fill-0") && bars < 2) {
      from[bars] = xml_number(&at, "y");
      to[bars] = from[bars] + xml_number(&at, "height");
      bars++;
    }
  CHECK_EQ(n, 4);
  CHECK_EQ(bars, 2);
  CHECK(fabs(from[0] - y[0]) < 1 && fabs(to[0] - y[1]) < 1);
  CHECK(fabs(from[1] - y[2]) < 1 && fabs(to[1] - y[3]) < 1);
  text_free(&t);
  text_free(&at);
}

TEST(run_svg_escapes_hostile_names_and_cuts_huge_labels) {
  struct text huge = {0};
  text_fill(&huge, 'x', 100000);
  const char *evil = "</text><script>alert(1)</script>\"'&\x01";
  const struct run_column columns[] = {
      {.name = evil, .state = evil, .waits = evil, .holds = evil},
      {.name = text_str(&huge), .state = text_str(&huge)}};
  const struct run_event events[] = {
      {.column = 0,
       .kind = RUN_SEND,
       .label = evil,
       .state = evil,
       .file = evil,
       .line = 1,
       .note = evil,
       .before = evil},
      {.column = 1,
       .kind = RUN_RECEIVE,
       .label = text_str(&huge),
       .match = 1,
       .note = text_str(&huge),
       .before = text_str(&huge)},
      {.column = 1, .kind = RUN_LOCK, .label = evil, .object = evil}};
  const struct run_chart c = {.title = evil,
                              .finding = text_str(&huge),
                              .columns = columns,
                              .column_count = 2,
                              .events = events,
                              .event_count = 3};
  struct text t = {0};
  run_render_svg(&t, &c, SVG_ALONE);
  CHECK_STR(xml_problem(text_str(&t)), "");
  CHECK(!strstr(text_str(&t), "<script"));
  CHECK(strstr(text_str(&t), "&lt;script&gt;") != NULL);
  CHECK(t.len < 40000);
  check_texts(text_str(&t));
  text_clear(&t);
  run_render_text(&t, &c, (struct run_style){0});
  CHECK(t.len > 0);
  text_free(&t);
  text_free(&huge);
}
