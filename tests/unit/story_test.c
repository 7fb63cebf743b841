/* Stories: names, folding, evidence, and random runs of which every event
 * must be accounted for. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/rng.h"
#include "report/label.h"
#include "story/expression.h"
#include "story/page.h"
#include "story/past.h"
#include "story/story.h"
#include "test.h"

/* --- a made-up executor: site n is line n of one of two files ----------- */

static char source_file[64];

static struct spot fake_place(struct executor *x, uint32_t site) {
  (void)x;
  if (!site)
    return (struct spot){0};
  return (struct spot){site % 7 ? source_file : "other.h", "f", site, 3};
}

static void fake_object(struct executor *x, const struct event *e,
                        struct text *out) {
  (void)x;
  static const char *const names[] = {"total", "queue.head", "buf[3]"};
  if (OP_CLASS(e->kind) > CLASS_LOCAL && e->object < 64)
    text_printf(out, "%s%s", names[e->object / 8 % 3],
                e->object / 24 ? "2" : "");
}

static size_t fake_stack(struct executor *x, uint16_t stack, struct spot *at,
                         size_t cap) {
  (void)x;
  (void)cap;
  at[0] = (struct spot){source_file, stack == 9 ? "reader" : "worker", 12, 1};
  return 1;
}

static struct executor fake = {
    .place = fake_place, .object_name = fake_object, .stack = fake_stack};

static void write_source(void) {
  FILE *f;
  snprintf(source_file, sizeof source_file, "/tmp/heddle-story-%d.c",
           (int)getpid());
  f = fopen(source_file, "w");
  for (int i = 1; f && i <= 40; i++)
    fprintf(f, "  line_%d(total); // %s\n", i, i % 5 ? "<&>" : "\t\x1b[31m");
  if (f)
    fclose(f);
}

static struct event ev(unsigned thread, enum op kind, uint64_t object,
                       uint64_t value, uint32_t site) {
  return (struct event){.object = object,
                        .value = value,
                        .size = 4,
                        .site = site,
                        .thread = (uint16_t)thread,
                        .kind = (uint8_t)kind,
                        .alts = 1,
                        .stack = 1};
}

static struct story_facts facts_of(const struct event *e, uint32_t n,
                                   unsigned kind) {
  return (struct story_facts){.x = &fake,
                              .events = e,
                              .events_len = n,
                              .kind = kind,
                              .thread = n ? e[n - 1].thread : 0,
                              .site = 3};
}

static bool says(const struct story *s, const char *words) {
  struct text out = {0};
  story_text(s, (struct story_style){.width = 100, .indent = 2}, &out);
  bool found = strstr(text_str(&out), words) != NULL;
  if (!found)
    printf("does not say '%s':\n%s", words, text_str(&out));
  text_free(&out);
  return found;
}

/* --- names -------------------------------------------------------------- */

static void check_expression(const char *line, const char *at, unsigned arg,
                             const char *wanted) {
  struct text t = {0};
  const char *col = strstr(line, at);
  expression_at(line, strlen(line), (uint32_t)(col - line) + 1, arg, &t);
  CHECK_STR(text_str(&t), wanted);
  text_free(&t);
}

TEST(story_expressions_are_read_off_the_line) {
  check_expression("  int v = total;", "total", 0, "total");
  check_expression("  x = q->head->next;", "next", 0, "q->head->next");
  check_expression("  x = q->head->next;", "head", 0, "q->head");
  check_expression("  q->head = n;", "= n", 0, "q->head");
  check_expression("  *slot = 1;", "= 1", 0, "*slot");
  check_expression("  buf[i + 1] = 2;", "= 2", 0, "buf[i + 1]");
  check_expression("  y = buf[f(i)].x;", "buf", 0, "buf[f(i)]");
  check_expression("  y = q->box[1].a[i]->x;", "q->", 0, "q->box[1].a[i]");
  check_expression("  y = q->slots[i];", "slots", 0, "q->slots");
  check_expression("  y = q->a[i]->b[0].x;", "x;", 0, "q->a[i]->b[0].x");
  check_expression("  if (mine && *mine != 7)", "*mine", 0, "*mine");
  check_expression("  p->n++;", "++", 0, "p->n");
  check_expression("  return ++p->n;", "++", 0, "p->n");
  check_expression("  a->b += 3;", "+=", 0, "a->b");
  check_expression("  pthread_mutex_lock(&q->m);", "pthread", 0, "q->m");
  check_expression("  pthread_mutex_lock(m);", "pthread", 0, "*m");
  check_expression("  pthread_cond_wait(&q->c, &q->m);", "pthread", 1, "q->m");
  check_expression("  free((void *)node);", "free", 0, "*node");
  check_expression("  atomic_fetch_add(&s.count, 1);", "atomic", 0, "s.count");
  check_expression("  std::atomic_init(&p->next, 0);", "std", 0, "p->next");
  check_expression("  x = shop::stock[2].n;", "shop", 0, "stock[2]");
  check_expression("  Node(T e) : element(e), next(0) {}", "element", 0,
                   "element");
  check_expression("      size(size) {", "size(", 0, "size");
  check_expression("  a ? b : f(c);", "f(", 0, "*c");
  check_expression("  table[atomic_fetch_add(&used, 1) % longer_name] = 1;",
                   "= 1", 0, "table[..]");
}

TEST(story_expressions_give_up_quietly) {
  check_expression("  return 12;", "12", 0, "");
  check_expression("  f(a + b);", "f(", 0, "");
  check_expression("  ((((", "(", 0, "");
  check_expression("  x = std::", "std", 0, "");
  check_expression(":f(", "f", 0, "f");
  check_expression("  x ] = 1", "= 1", 0, "");
  struct text t = {0};
  CHECK(!expression_at("abc", 3, 0, 0, &t));
  CHECK(!expression_at("abc", 3, 9, 0, &t));
  CHECK(!expression_at("", 0, 1, 0, &t));
  CHECK_EQ(t.len, 0);
  text_free(&t);
}

/* Whatever stands there: nothing is read outside the line. */
TEST(story_expressions_of_random_lines_stay_inside) {

  struct rng r = rng_seed(5);
  for (int n = 0; n < 20000; n++) {
    static const char letters[] = "ab_1 *&()[]->.=+,";
    size_t len = rng_below(&r, 24);
    char *line = alloc_zero(len + 1, 1); /* exact, so that ASan sees */
    for (size_t i = 0; i < len; i++)
      line[i] = letters[rng_below(&r, sizeof letters - 1)];
    struct text t = {0};
    bool found = expression_at(line, len, (uint32_t)rng_below(&r, 26),
                               (unsigned)rng_below(&r, 3), &t);
    CHECK(found == (t.len > 0) || !found);
    text_free(&t);
    free(line);
  }
}

TEST(story_threads_are_called_after_their_functions) {
  struct event e[] = {ev(0, OP_CREATE, 1, 1, 1), ev(0, OP_CREATE, 2, 2, 1),
                      ev(0, OP_CREATE, 3, 3, 2), ev(1, OP_READ, 0, 0, 4),
                      ev(2, OP_READ, 0, 0, 4),   ev(3, OP_READ, 0, 0, 5)};
  e[5].stack = 9;
  struct arena a = {0};
  struct cast c;
  cast_make(&c, &fake, e, 6, NULL, &a);
  CHECK_STR(cast_name(&c, 1), "worker 1");
  CHECK_STR(cast_name(&c, 2), "worker 2");
  CHECK_STR(cast_name(&c, 3), "reader");
  CHECK_STR(cast_name(&c, 63), "another thread");
  arena_free(&a);
}

/* --- the past ----------------------------------------------------------- */

TEST(past_finds_writers_by_bytes) {
  struct event e[] = {ev(0, OP_WRITE, 16, 1, 1), ev(1, OP_WRITE, 20, 2, 1),
                      ev(0, OP_READ, 16, 1, 1)};
  struct past p = {0};
  for (uint32_t i = 0; i < 3; i++)
    past_add(&p, e, i);
  struct event wide = ev(2, OP_READ, 12, 0, 1);
  wide.size = 16;
  CHECK_EQ(past_writer(&p, &wide), 2);
  CHECK_EQ(past_reader(&p, &e[0], 0), 3);
  CHECK_EQ(past_reader(&p, &e[0], 1), 0);
  past_free_all(&p);
}

TEST(past_knows_who_holds) {
  struct event e[] = {ev(0, OP_LOCK, 1, 0, 1), ev(1, OP_RDLOCK, 1, 0, 1),
                      ev(0, OP_UNLOCK, 1, 0, 1), ev(2, OP_TRYLOCK, 1, 0, 1)};
  e[3].flags = EVENT_FAILED;
  struct past p = {0};
  past_add(&p, e, 0);
  CHECK_EQ(past_holder(&p, &e[3]), 1);
  for (uint32_t i = 1; i < 4; i++)
    past_add(&p, e, i);
  CHECK_EQ(past_holder(&p, &e[3]), 0);
  CHECK_EQ(past_holder(&p, &e[1]), 2); /* another class, another lock */
  past_free_all(&p);
}

/* --- what stories say --------------------------------------------------- */

TEST(story_tells_a_lost_update) {
  struct event e[] = {ev(0, OP_CREATE, 1, 1, 1), ev(0, OP_CREATE, 2, 2, 2),
                      ev(1, OP_READ, 0, 0, 12),  ev(2, OP_READ, 0, 0, 12),
                      ev(2, OP_WRITE, 0, 1, 13), ev(1, OP_WRITE, 0, 1, 13)};
  write_source();
  struct story_facts f = facts_of(e, 6, FOUND_ASSERTION);
  f.text = "assert(total == 2)";
  f.decisive = (struct story_switch){STORY_LATER, 1, 1, 3};
  struct listings sources = {0};
  struct story s;
  story_make(&s, &f, &sources);
  CHECK(says(&s, "overwrites the 1 of worker 2"));
  CHECK(says(&s, "* switch to worker 2 here"));
  CHECK(says(&s, "had worker 1 run one step longer, this would not have "
                 "happened (checked)"));
  CHECK(says(&s, "total: 1, last written by worker 1 at line 13"));
  CHECK(says(&s, "13  line_13(total); // <&>"));
  CHECK_EQ(s.steps.at[s.steps.len - 1].kind, STORY_FAIL);
  story_free(&s);
  listings_free(&sources);
  unlink(source_file);
}

TEST(story_says_nothing_of_a_switch_that_nobody_verified) {
  struct event e[] = {ev(1, OP_READ, 0, 0, 12), ev(2, OP_READ, 0, 0, 12)};
  struct story_facts f = facts_of(e, 2, FOUND_ASSERTION);
  struct story s;
  story_make(&s, &f, NULL);
  CHECK(!s.decisive);
  for (size_t i = 0; i < s.steps.len; i++)
    CHECK(!s.steps.at[i].before);
  story_free(&s);
}

TEST(story_tells_the_circle_of_a_deadlock) {
  struct event e[] = {ev(1, OP_LOCK, 0, 0, 8),  ev(2, OP_LOCK, 8, 0, 9),
                      ev(0, OP_JOIN, 1, 1, 30), ev(1, OP_LOCK, 8, 0, 10),
                      ev(2, OP_LOCK, 0, 0, 11), ev(3, OP_READ, 0, 0, 11)};
  e[2].flags = e[3].flags = e[4].flags = EVENT_PENDING;
  e[5].flags = EVENT_PENDING | EVENT_READY; /* not needed for it */
  struct story_facts f = facts_of(e, 6, FOUND_DEADLOCK);
  struct story s;
  story_make(&s, &f, NULL);
  CHECK_STR(s.evidence.at[0], "worker 1, worker 2 wait for each other:");
  CHECK(says(&s, "worker 1 holds total (line 8) and waits at line 10 for "
                 "queue.head, held by"));
  CHECK_EQ(s.evidence.len, 4);
  CHECK_EQ(s.threads[1].waits_for, 3);
  CHECK_EQ(s.threads[2].waits_for, 2);
  CHECK(!s.threads[3].waits);
  story_free(&s);
}

TEST(story_tells_who_missed_which_signal) {
  struct event e[] = {ev(0, OP_SIGNAL, 0, 0, 8), ev(1, OP_WAIT, 0, 0, 9),
                      ev(1, OP_UNLOCK, 8, 0, 9), ev(1, OP_LOCK, 8, 0, 9)};
  e[3].flags = EVENT_PENDING;
  struct story_facts f = facts_of(e, 4, FOUND_DEADLOCK);
  struct story s;
  story_make(&s, &f, NULL);
  CHECK(says(&s, "worker waits at line 9 for a signal of total"));
  CHECK(says(&s, "signalled total at line 8, when nobody waited"));
  CHECK_STR(s.steps.at[1].what, "wait total, unlock queue.head");
  story_free(&s);
}

TEST(story_tells_who_keeps_a_semaphore) {
  struct event e[] = {ev(1, OP_SEM_P, 0, 1, 8), ev(2, OP_SEM_P, 0, 0, 9),
                      ev(3, OP_SEM_P, 8, 0, 10)};
  e[1].flags = e[2].flags = EVENT_PENDING;
  struct story_facts f = facts_of(e, 3, FOUND_DEADLOCK);
  struct story s;
  story_make(&s, &f, NULL);
  CHECK(says(&s, "worker 2 waits at line 9 for a V of total; it is 0"));
  CHECK(
      says(&s, "worker 1 took total at line 8, and nobody has given it back"));
  CHECK(says(&s, "nobody does a V of queue.head in this run"));
  story_free(&s);
}

TEST(story_tells_both_sides_of_a_race) {
  struct event e[] = {ev(1, OP_LOCK, 8, 0, 8), ev(1, OP_WRITE, 0, 1, 9),
                      ev(2, OP_WRITE, 0, 2, 10), ev(0, OP_JOIN, 1, 1, 30)};
  e[1].flags = e[2].flags = EVENT_PLAIN;
  struct story_facts f = facts_of(e, 4, FOUND_RACE);
  f.event = 2;
  f.other_event = 1;
  struct story s;
  story_make(&s, &f, NULL);
  CHECK(says(&s, "worker 1 at line 9: write total <- 1, holding queue.head "
                 "(line 8)"));
  CHECK(says(&s, "worker 2 at line 10: write total <- 2, holding no lock"));
  CHECK(says(&s, "1 more event after this"));
  story_free(&s);
}

TEST(story_folds_rounds_and_counts_them) {
  struct event e[40];
  for (uint32_t i = 0; i < 40; i++)
    e[i] = ev(1, i & 1 ? OP_WRITE : OP_READ, 8 * (i & 1), 0, 4 + (i & 1));
  struct story_facts f = facts_of(e, 40, FOUND_NONE);
  struct story s;
  story_make(&s, &f, NULL);
  CHECK_EQ(s.steps.len, 3);
  CHECK_STR(s.steps.at[2].what, "19 more rounds of lines 4 to 5");
  CHECK_EQ(s.steps.at[2].events, 38);
  CHECK_EQ(s.steps.at[2].folded, 38);
  story_free(&s);
}

TEST(story_tells_the_last_round_where_values_differ) {
  struct event e[10];
  for (uint32_t i = 0; i < 10; i++)
    e[i] = ev(1, OP_WRITE, 0, i, 4);
  struct story_facts f = facts_of(e, 10, FOUND_NONE);
  struct story s;
  story_make(&s, &f, NULL);
  CHECK_EQ(s.steps.len, 3);
  CHECK_STR(s.steps.at[1].what, "8 more rounds of line 4");
  CHECK_STR(s.steps.at[2].what, "write total <- 9");
  story_free(&s);
}

TEST(story_tells_accesses_of_a_line_together) {
  struct event e[] = {ev(1, OP_READ, 0, 3, 4), ev(1, OP_WRITE, 0, 4, 4),
                      ev(2, OP_READ, 0, 4, 4)};
  struct story_facts f = facts_of(e, 3, FOUND_NONE);
  struct story s;
  story_make(&s, &f, NULL);
  CHECK_EQ(s.steps.len, 2);
  CHECK_STR(s.steps.at[0].what, "read total -> 3, write <- 4");
  CHECK_EQ(s.steps.at[1].cause, 1);
  story_free(&s);
}

static void blocks(struct executor *x, const struct event *e,
                   struct text *out) {
  (void)x;
  text_printf(out, e->kind == OP_FREE ? "node" : "heap %#lx of main",
              (unsigned long)e->object);
}

TEST(story_names_what_lies_in_a_freed_block) {
  struct event e[] = {ev(1, OP_READ, 0x100c, 7, 4),
                      ev(2, OP_FREE, 0x1000, 0, 5),
                      ev(1, OP_READ, 0x1010, 7, 6)};
  e[1].size = 16;
  struct executor heap = fake;
  heap.object_name = blocks;
  struct story_facts f = facts_of(e, 3, FOUND_NONE);
  f.x = &heap;
  struct story s;
  story_make(&s, &f, NULL);
  CHECK_STR(s.steps.at[0].what, "read node+12 -> 7");
  CHECK_STR(s.steps.at[1].what, "free node");
  CHECK_STR(s.steps.at[2].what, "read heap 0x1010 of main -> 7");
  story_free(&s);
}

TEST(story_of_nothing_is_a_story) {
  struct event e = ev(0, OP_START, 0, 0, 0);
  for (uint32_t n = 0; n < 2; n++)
    for (unsigned kind = 0; kind < FOUND_COUNT; kind++) {
      struct story_facts f = facts_of(&e, n, kind);
      struct story s;
      struct text out = {0};
      story_make(&s, &f, NULL);
      story_text(&s, (struct story_style){0}, &out);
      CHECK(out.len > 0);
      text_free(&out);
      story_free(&s);
    }
}

TEST(story_tells_that_a_value_came_back) {
  struct event e[] = {ev(1, OP_READ, 0, 1, 12), ev(2, OP_CAS, 0, 2, 20),
                      ev(2, OP_CAS, 0, 1, 22), ev(1, OP_CAS, 0, 2, 13)};
  struct story_facts f = facts_of(e, 4, FOUND_NONE);
  struct story s;
  story_make(&s, &f, NULL);
  CHECK_STR(s.steps.at[3].note,
            "it is 1 again, but worker 2 changed it since line 12");
  story_free(&s);
  e[2].value = 3; /* what a compare-and-swap would notice */
  e[3].flags = EVENT_FAILED;
  story_make(&s, &f, NULL);
  CHECK(!s.steps.at[3].note);
  story_free(&s);
}

static void numbered(struct executor *x, unsigned thread, struct text *out) {
  (void)x;
  text_printf(out, "thread %u", thread);
}

TEST(story_knows_the_threads_of_messages) {
  struct event e[] = {ev(1, OP_LOCK, 0, 0, 8), ev(2, OP_UNLOCK, 0, 0, 9)};
  struct executor named = fake;
  named.thread_name = numbered;
  struct story_facts f = facts_of(e, 2, FOUND_MISUSE);
  f.x = &named;
  f.site = 9;
  f.text = "unlock of a mutex that thread 1 holds, not thread 12 or thread 1.2";
  struct story s;
  story_make(&s, &f, NULL);
  CHECK_STR(s.headline, "misuse of a lock or thread: unlock of a mutex that "
                        "worker 1 holds, not thread 12 or thread 1.2");
  CHECK(s.steps.at[1].fails);
  CHECK_EQ(s.steps.len, 2);
  story_free(&s);
}

TEST(story_folds_what_is_the_same_either_way) {
  enum { N = 60 };
  struct event e[N];
  uint8_t relevant[N] = {0};
  for (uint32_t i = 0; i < N; i++)
    e[i] = ev(1 + i / 30, OP_READ, 8 * (i % 5), i, 4 + i % 23);
  relevant[29] = relevant[30] = relevant[59] = 1;
  struct story_facts f = facts_of(e, N, FOUND_ASSERTION);
  f.decisive = (struct story_switch){STORY_LATER, 1, 1, 30};
  f.relevant = relevant;
  struct story s;
  story_make(&s, &f, NULL);
  CHECK_EQ(s.steps.len, 6);
  CHECK_STR(s.steps.at[0].what,
            "29 steps of lines 4 to 26, the same either way");
  CHECK_EQ(s.steps.at[0].events, 29);
  CHECK_EQ(s.steps.at[3].folded, 28);
  story_free(&s);
}

/* --- random runs -------------------------------------------------------- */

/* Anything at all: kinds, threads, objects, flags without any sense. */
static void random_events(struct rng *r, struct event *e, uint32_t n) {
  unsigned threads = 1 + (unsigned)rng_below(r, rng_below(r, 9) ? 4 : 20);
  for (uint32_t i = 0; i < n; i++) {
    if (i > 4 && !rng_below(r, 3)) { /* what was before, for rounds */
      e[i] = e[i - 1 - rng_below(r, 4)];
      continue;
    }
    e[i] =
        ev((unsigned)rng_below(r, threads), (enum op)rng_below(r, OP_COUNT),
           4 * rng_below(r, 12), rng_below(r, 3), (uint32_t)rng_below(r, 30));
    e[i].size = (uint32_t)rng_below(r, 20);
    e[i].flags = (uint8_t)(rng_below(r, 4) ? 0 : rng_below(r, 128));
    e[i].stack = (uint16_t)rng_below(r, 3);
    if (!rng_below(r, 20))
      e[i].object = e[i].value = UINT64_MAX - rng_below(r, 4);
  }
}

static void check_accounts(const struct story *s, const struct event *e) {
  uint32_t sum = 0;
  uint32_t *count = alloc_zero(s->steps.len + 1, sizeof *count);
  for (uint32_t i = 0; i < s->events_len; i++) {
    CHECK(s->step_of[i] < s->steps.len);
    if (s->step_of[i] < s->steps.len)
      count[s->step_of[i]]++;
  }
  for (uint32_t i = 0; i < s->steps.len; i++) {
    const struct story_step *step = &s->steps.at[i];
    CHECK_EQ(step->events, count[i]);
    sum += step->events;
    /* arrows: from cause to effect, from another thread unless folded */
    CHECK(step->cause <= i);
    if (step->cause && s->steps.at[step->cause - 1].kind == STORY_STEP &&
        step->kind == STORY_STEP)
      CHECK(s->steps.at[step->cause - 1].thread != step->thread);
    CHECK(step->kind != STORY_FOLD || step->events >= step->folded);
    for (uint32_t k = 0; k < step->op_count; k++) {
      uint32_t event = s->ops.at[step->first_op + k].event;
      CHECK(event < s->events_len && s->step_of[event] == i);
      CHECK(step->kind == STORY_FOLD || e[event].thread == step->thread);
    }
  }
  CHECK_EQ(sum, s->events_len);
  free(count);
}

static void check_renderings(struct story *s, unsigned width) {
  struct text out = {0};
  struct run_chart chart;
  story_text(s, (struct story_style){.width = width, .indent = 2}, &out);
  for (char *line = strtok(out.at, "\n"); line; line = strtok(NULL, "\n")) {
    if (label_width(line) > width)
      printf("%u: %s\n", width, line);
    CHECK(label_width(line) <= width);
    CHECK(!strchr(line, '\x1b'));
  }
  text_clear(&out);
  struct json j = {.out = &out};
  json_open(&j, '{');
  story_json(s, &j);
  json_close(&j);
  story_chart(s, &chart);
  text_clear(&out);
  story_page(s, "a run", &out);
  text_clear(&out);
  run_render_svg(&out, &chart, SVG_ALONE);
  for (size_t i = 0; i < chart.event_count; i++)
    CHECK(chart.events[i].after <= i);
  text_free(&out);
}

TEST(story_of_random_events_accounts_for_all) {
  enum { MOST = 400 };
  struct event *e = alloc_zero(MOST, sizeof *e);

  struct rng r = rng_seed(11);
  write_source();
  for (int n = 0; n < 600; n++) {
    uint32_t len = (uint32_t)rng_below(&r, n % 20 ? 40 : MOST);
    random_events(&r, e, len);
    struct story_facts f =
        facts_of(e, len, (unsigned)rng_below(&r, FOUND_COUNT));
    f.text = rng_below(&r, 2) ? "assert(total == 2)" : NULL;
    f.event = len ? (uint32_t)rng_below(&r, len) : 0;
    f.other_event = len ? (uint32_t)rng_below(&r, len) : 0;
    f.decisive.change = (enum story_change)rng_below(&r, 4);
    f.decisive.event = f.other_event;
    f.decisive.from = (unsigned)rng_below(&r, 70);
    f.most = n % 4 ? 0 : 1 + (uint32_t)rng_below(&r, 60);
    struct listings sources = {0};
    struct story s;
    story_make(&s, &f, n % 3 ? &sources : NULL);
    check_accounts(&s, e);
    check_renderings(&s, 60 + (unsigned)rng_below(&r, 60));
    story_free(&s);
    listings_free(&sources);
  }
  unlink(source_file);
  free(e);
}

/* Of a run that is too long only the end is told, with what went wrong before
 * it; what is left out is counted. */
TEST(story_of_a_long_run_tells_its_end) {
  enum { LEN = 1000, MOST = 100, SIDE = 10 };
  struct event *e = alloc_zero(LEN, sizeof *e);
  for (uint32_t i = 0; i < LEN; i++)
    e[i] = ev(i % 2, i % 3 ? OP_READ : OP_WRITE, i % 5, i, 3 + i % 2);
  struct story_facts f = facts_of(e, LEN, FOUND_RACE);
  f.event = LEN - 1;
  f.other_event = SIDE;
  f.most = MOST;
  struct story s;
  story_make(&s, &f, NULL);
  check_accounts(&s, e);
  CHECK_EQ(s.steps.at[0].kind, STORY_FOLD);
  CHECK_EQ(s.steps.at[0].folded, SIDE);
  CHECK(!strcmp(s.steps.at[0].what, "10 earlier events"));
  CHECK(s.steps.at[1].marked);
  CHECK(!strcmp(s.steps.at[2].what, "889 earlier events"));
  story_free(&s);
  f.most = LEN;
  story_make(&s, &f, NULL);
  CHECK(s.steps.at[0].kind == STORY_STEP);
  story_free(&s);
  free(e);
}

/* --- the page ----------------------------------------------------------- */

static void hostile_object(struct executor *x, const struct event *e,
                           struct text *out) {
  (void)x;
  (void)e;
  text_add(out, "</script><img/onerror=\"a'b\">");
}

TEST(story_pages_escape_everything) {
  struct event e[] = {ev(0, OP_CREATE, 1, 1, 1), ev(1, OP_READ, 0, 0, 5),
                      ev(1, OP_WRITE, 0, 1, 6)};
  struct executor hostile = fake;
  hostile.object_name = hostile_object;
  struct story_facts f = facts_of(e, 3, FOUND_ASSERTION);
  f.x = &hostile;
  f.text = "<i>&</i>";
  struct listings listings = {0};
  struct story s;
  struct text out = {0};
  write_source();
  story_make(&s, &f, &listings);
  story_page(&s, "<title>", &out);
  CHECK(!strstr(text_str(&out), "<img"));
  CHECK(!strstr(text_str(&out), "<i>"));
  CHECK(!strstr(text_str(&out), "<title><"));
  CHECK(!strstr(text_str(&out), "// <&>"));
  CHECK(strstr(text_str(&out), "// &lt;&amp;&gt;") != NULL);
  CHECK(!memchr(out.at, '\x1b', out.len));
  unsigned scripts = 0;
  for (const char *at = text_str(&out); (at = strstr(at, "</script>")); at++)
    scripts++;
  CHECK_EQ(scripts, 2); /* the data and the script, nothing else */
  text_free(&out);
  story_free(&s);
  listings_free(&listings);
  unlink(source_file);
}

TEST(story_pages_need_no_source) {
  struct event e[] = {ev(1, OP_READ, 0, 0, 5), ev(1, OP_WRITE, 0, 1, 900)};
  struct story_facts f = facts_of(e, 2, FOUND_ASSERTION);
  struct listings listings = {0};
  struct story s;
  struct text out = {0};
  snprintf(source_file, sizeof source_file, "/nosuch/file.c");
  story_make(&s, &f, &listings);
  story_page(&s, "t", &out);
  CHECK(strstr(text_str(&out), "is not here") != NULL);
  CHECK(strstr(text_str(&out), "id=\"L0-900\"") != NULL);
  CHECK(!strstr(text_str(&out), "id=\"L0-6\""));
  text_free(&out);
  story_free(&s);
  listings_free(&listings);
}
