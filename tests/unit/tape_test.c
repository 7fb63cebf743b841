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
                   .steps = 77,
                   .finding = FOUND_DEADLOCK,
                   .place = "a.c:3",
                   .text = "100% and\na line"};
  vec_push(&t.files, "/tmp/a b.c");
  vec_push(&t.flags, "-DN=3");
  vec_push(&t.args, "");
  struct plan_input in = {1, 2, -5};
  vec_push(&t.inputs, in);
  struct tape_thread th = {0, 1};
  vec_push(&t.threads, th);
  for (unsigned i = 0; i < 100; i++)
    vec_push(&t.choices, CHOICE(i % 3, i % 7 == 0));
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
  CHECK(t.fork && !t.spurious);
  tape_write(&t, &again);
  CHECK_STR(text_str(&again), text_str(&text));
  tape_free(&t);
  text_free(&text);
  text_free(&again);
}

TEST(a_broken_tape_is_refused_with_its_line) {
  static const struct {
    const char *text;
    uint32_t line;
  } rows[] = {{"", 0},
              {"hello\n", 1},
              {"heddle recording 1\nnonsense\n", 2},
              {"heddle recording 1\nfile a\nchoices 1 64\nend\n", 3},
              {"heddle recording 1\nfile a\nchoices 1:256\nend\n", 3},
              {"heddle recording 1\nfile a\nchoices x\nend\n", 3},
              {"heddle recording 1\nfile a\nthread 2 0 0\nend\n", 3},
              {"heddle recording 1\nfile a\nfinding love\nend\n", 3},
              {"heddle recording 1\nend\n", 2},
              {"heddle recording 1\nfile a\nchoices 1 2\n", 3}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct tape t;
    uint32_t line;
    CHECK(!read(&t, rows[i].text, strlen(rows[i].text), &line));
    CHECK_EQ(line, rows[i].line);
    tape_free(&t);
  }
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
