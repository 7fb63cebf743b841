/* What changed in a source: against brute force. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/rng.h"
#include "exec/source.h"
#include "test.h"

enum { MOST = 12 };

/* The least number of lines added and taken away, by trying everything. */
static unsigned least(const uint16_t *a, unsigned n, const uint16_t *b,
                      unsigned m) {
  unsigned table[MOST + 1][MOST + 1];
  for (unsigned i = 0; i <= n; i++)
    for (unsigned k = 0; k <= m; k++) {
      unsigned best = i + k;
      if (i && k && a[i - 1] == b[k - 1])
        best = table[i - 1][k - 1];
      else if (i && k)
        best = 1 + (table[i - 1][k] < table[i][k - 1] ? table[i - 1][k]
                                                      : table[i][k - 1]);
      table[i][k] = best;
    }
  return table[n][m];
}

/* Outside the changes the two are the same, line for line. */
static void check_changes(const uint16_t *then, unsigned n, const uint16_t *now,
                          unsigned m, const source_changes *c) {
  unsigned x = 0, y = 0, edits = 0;
  for (size_t i = 0; i <= c->len; i++) {
    unsigned to = i < c->len ? c->at[i].then - 1 : n;
    for (; x < to; x++, y++)
      CHECK(y < m && then[x] == now[y]);
    if (i == c->len)
      break;
    CHECK_EQ(y, c->at[i].now - 1);
    x += c->at[i].then_len;
    y += c->at[i].now_len;
    edits += c->at[i].then_len + c->at[i].now_len;
  }
  CHECK_EQ(x, n);
  CHECK_EQ(y, m);
  CHECK_EQ(edits, least(then, n, now, m));
}

TEST(changed_lines_are_the_fewest_possible) {
  struct rng r = rng_seed(7);
  for (unsigned i = 0; i < 5000; i++) {
    uint16_t then[MOST], now[MOST];
    unsigned n = rng_below(&r, MOST + 1), m = rng_below(&r, MOST + 1);
    for (unsigned k = 0; k < MOST; k++) {
      then[k] = (uint16_t)rng_below(&r, 4);
      now[k] = (uint16_t)rng_below(&r, 4);
    }
    source_changes c = {0};
    source_diff(then, n, now, m, &c);
    check_changes(then, n, now, m, &c);
    vec_free(&c);
  }
}

TEST(a_file_with_nothing_in_common_is_one_change) {
  uint16_t then[3000], now[3000];
  for (unsigned k = 0; k < 3000; k++) {
    then[k] = (uint16_t)(k + 1);
    now[k] = (uint16_t)(k + 10001);
  }
  source_changes c = {0};
  source_diff(then, 3000, now, 3000, &c);
  CHECK_EQ(c.len, 1);
  CHECK_EQ(c.at[0].then_len, 3000);
  vec_free(&c);
}

TEST(a_source_is_read_by_lines) {
  char path[] = "/tmp/heddle-source-XXXXXX";
  int file = mkstemp(path);
  const char text[] = "  int a;\t\n\n\tb = 2;\r\nlast";
  CHECK(write(file, text, sizeof text - 1) == sizeof text - 1);
  close(file);
  struct source_text s;
  struct text line = {0};
  CHECK(source_read(&s, path));
  CHECK_EQ(s.starts.len, 4);
  source_line(&s, 1, &line);
  source_line(&s, 2, &line);
  source_line(&s, 3, &line);
  source_line(&s, 4, &line);
  source_line(&s, 0, &line);
  source_line(&s, 5, &line);
  CHECK_STR(text_str(&line), "int a;b = 2;last");
  text_free(&line);
  source_free(&s);
  unlink(path);
}
