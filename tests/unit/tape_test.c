/* Recordings of schedules: written, read back, and broken in every way. */
#include <string.h>

#include "base/diag.h"
#include "base/rng.h"
#include "exec/tape.h"
#include "test.h"

static void count_errors(void *user, enum diag_level level, struct diag_at at,
                         const char *msg, const char *hint) {
  (void)level, (void)msg, (void)hint;
  *(uint32_t *)user = at.line;
}

static bool read(struct tape *t, const char *text, size_t len, uint32_t *line) {
  struct diag d = {.sink = count_errors, .user = line};
  *line = 0;
  bool ok = tape_read(t, "x.rec", text, len, &d);
  CHECK_EQ(ok, d.errors == 0);
  return ok;
}

static void sample(struct text *out) {
  struct tape t = {.target = TAPE_SOURCES,
                   .identity = 0xfedcba9876543210u,
                   .fork = true,
                   .stops = true,
                   .steps = 77,
                   .memory = 4096,
                   .decisive = {2, THREADS_NONE, 3, 41},
                   .finding = FOUND_DEADLOCK,
                   .place = "a.c:3",
                   .text = "100% and\na line"};
  vec_push(&t.files, "/tmp/a b.c");
  vec_push(&t.flags, "-DN=3");
  vec_push(&t.args, "");
  struct plan_input in = {1, 2, -5};
  vec_push(&t.inputs, in);
  static const uint16_t marks[40] = {0x1f3a, 0, 0xffff};
  struct tape_source src = {"/tmp/a b.c", 0x1234, marks, 40};
  vec_push(&t.sources, src);
  src = (struct tape_source){"/tmp/100%.h", 0x77, NULL, 0};
  vec_push(&t.sources, src);
  struct tape_place at = {OP_LOCK_INIT, 1, 12, "pthread_mutex_init(%m);"};
  vec_push(&t.places, at);
  at = (struct tape_place){OP_QUIT, UINT32_MAX, 0, ""};
  vec_push(&t.places, at);
  struct tape_thread th = {0, 1};
  vec_push(&t.threads, th);
  for (unsigned i = 0; i < 100; i++)
    vec_push(&t.choices, CHOICE(i % 3, i % 7 == 0));
  for (unsigned i = 0; i < 100; i++)
    vec_push(&t.trail, i % 2);
  tape_write(&t, out);
  tape_free(&t);
}

TEST(a_tape_comes_back_as_it_was_written) {
  struct text text = {0}, again = {0};
  struct tape t;
  uint32_t line;
  sample(&text);
  CHECK(read(&t, text_str(&text), text.len, &line));
  CHECK_STR(t.files.at[0], "/tmp/a b.c");
  CHECK_STR(t.text, "100% and\na line");
  CHECK_EQ(t.choices.len, 100);
  CHECK_EQ(t.choices.at[7], CHOICE(1, 1));
  CHECK_EQ(t.inputs.at[0].value, -5);
  CHECK(t.fork && !t.spurious && t.stops);
  CHECK(!t.edited);
  CHECK_EQ(t.memory, 4096);
  CHECK_EQ(t.decisive.change, 2);
  CHECK_EQ(t.decisive.from, THREADS_NONE);
  CHECK_EQ(t.decisive.event, 41);
  CHECK_EQ(t.sources.len, 2);
  CHECK_EQ(t.sources.at[0].marks_len, 40);
  CHECK_EQ(t.sources.at[0].marks[2], 0xffff);
  CHECK_STR(t.sources.at[1].path, "/tmp/100%.h");
  CHECK_EQ(t.places.at[0].kind, OP_LOCK_INIT);
  CHECK_STR(t.places.at[0].text, "pthread_mutex_init(%m);");
  CHECK_EQ(t.places.at[1].source, UINT32_MAX);
  CHECK_EQ(t.trail.at[99], 1);
  CHECK_EQ(t.lines.at[32], t.lines.at[0] + 1);
  tape_write(&t, &again);
  CHECK_STR(text_str(&again), text_str(&text));
  tape_free(&t);
  text_free(&text);
  text_free(&again);
}

/* Five lines that are right. */
#define HEAD                                                                   \
  "heddle recording 1\nprogram a\ntarget binary\n"                             \
  "identity 0123456789abcdef\nfinding crash\n"

TEST(a_broken_tape_is_refused_with_its_line) {
  static const struct {
    const char *text;
    uint32_t line;
  } rows[] = {{"", 0},
              {"hello\n", 1},
              {"heddle recording 1\nnonsense\n", 2},
              {"heddle recording 1\nfile a\nchoices 1 1024\nend\n", 3},
              {"heddle recording 1\nfile a\nchoices 1:1024\nend\n", 3},
              {"heddle recording 1\nfile a\nchoices x\nend\n", 3},
              {"heddle recording 1\nfile a\nthread 2 0 0\nend\n", 3},
              {"heddle recording 1\nfile a\nfinding love\nend\n", 3},
              {"heddle recording 1\nend\n", 2},
              {HEAD "end\n", 6},
              {HEAD "steps 0\nend\n", 6},
              {HEAD "steps 99999999999999999999\nend\n", 6},
              {HEAD "memory 1K\nend\n", 6},
              {HEAD "finding none\nend\n", 6},
              {HEAD "identity 123\n", 6},
              {HEAD "arg %4\n", 6},
              {HEAD "arg %00\n", 6},
              {HEAD "option quick\n", 6},
              {HEAD "thread 1 1 0\n", 6},
              {HEAD "thread 1 0 1024\n", 6},
              {HEAD "thread 1 0 0 0\n", 6},
              {HEAD "input 1024 0 0\n", 6},
              {HEAD "input 0 0 x\n", 6},
              {HEAD "input 0 0 1 2\n", 6},
              {HEAD "marks 0000\n", 6},
              {HEAD "source 0000000000000000\n", 6},
              {HEAD "source 0000000000000000 a\nmarks 00\n", 7},
              {HEAD "at love 0 1 x\n", 6},
              {HEAD "at read 0 1 x\n", 6},
              {HEAD "trail 0\n", 6},
              {HEAD "choices \n", 6},
              {HEAD "check 0\n", 6},
              {HEAD "file b\nsteps 1\nend\n", 8},
              {HEAD "steps 1\nat P - 0 \nchoices 1\ntrail 0 0\nend\n", 10},
              {"heddle recording 1\nfile a\nchoices 1 2\n", 3}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    test_row("%.80s", rows[i].text);
    struct tape t;
    uint32_t line;
    CHECK(!read(&t, rows[i].text, strlen(rows[i].text), &line));
    CHECK_EQ(line, rows[i].line);
    tape_free(&t);
  }
}

TEST(an_edited_tape_is_known_as_such) {
  struct text text = {0};
  struct tape t;
  uint32_t line;
  sample(&text);
  char *choices = strstr(text.at, "choices 0");
  CHECK(choices != NULL);
  choices[strlen("choices ")] = '1';
  CHECK(read(&t, text_str(&text), text.len, &line));
  CHECK(t.edited);
  tape_free(&t);
  text_free(&text);
  const char *bare = HEAD "steps 1\nend\n"; /* no digest at all */
  CHECK(read(&t, bare, strlen(bare), &line));
  CHECK(t.edited);
  tape_free(&t);
}

TEST(no_damage_to_a_tape_crashes_the_reader) {
  struct text text = {0};
  sample(&text);
  struct rng r = rng_seed(1);
  for (unsigned i = 0; i < 2000; i++) {
    struct text damaged = {0};
    struct tape t;
    uint32_t line;
    text_add_n(&damaged, text_str(&text), text.len);
    for (unsigned k = 0; k < 1 + rng_below(&r, 3); k++)
      damaged.at[rng_below(&r, (uint32_t)damaged.len)] =
          (char)rng_below(&r, 256);
    read(&t, damaged.at, rng_below(&r, (uint32_t)damaged.len + 1), &line);
    tape_free(&t);
    text_free(&damaged);
  }
  text_free(&text);
}
