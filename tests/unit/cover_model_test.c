/* What models mean: relations, strengths of single parameters, results. */
#include <heddle.h>

#include <string.h>

#include "test.h"

static struct heddle_cover *read_text(const char *text) {
  struct heddle_cover *m =
      heddle_cover_read("test", text, strlen(text), NULL, NULL, NULL);
  CHECK(m != NULL);
  return m;
}

/* Distinct combinations of the parameters listed among the tests. */
static int distinct(const struct heddle_cover_tests *t, const int *params,
                    int n) {
  int found = 0;
  for (size_t i = 0; i < t->count; i++) {
    bool fresh = true;
    for (size_t k = 0; k < i && fresh; k++) {
      bool same = true;
      for (int p = 0; p < n; p++)
        same = same && heddle_cover_cell(t, i, (size_t)params[p]) ==
                           heddle_cover_cell(t, k, (size_t)params[p]);
      fresh = !same;
    }
    found += fresh;
  }
  return found;
}

TEST(cover_relations_have_their_own_strength) {
  struct heddle_cover *m = read_text("a: 0,1,2\nb: 0,1\nc: 0,1,2\nd: 0,1\n"
                                     "e: 0,1,2\n{ c, a, b } @ 3\n"
                                     "{ d, e } @ 1\n");
  struct heddle_cover_options o = {.strength = 2, .steps = 2000};
  struct heddle_cover_result r;
  CHECK(heddle_cover_generate(m, &o, NULL, &r));
  /* all pairs but d-e (ab ac ad ae bc bd be cd ce), abc, and d, e alone */
  CHECK_EQ(r.tuples, 6 + 9 + 6 + 9 + 6 + 4 + 6 + 6 + 9 + 18 + 2 + 3);
  CHECK_EQ(distinct(&r.tests, (int[]){0, 1, 2}, 3), 18);
  CHECK_EQ(distinct(&r.tests, (int[]){0, 4}, 2), 9);
  CHECK_EQ(distinct(&r.tests, (int[]){4}, 1), 3);
  CHECK_EQ(r.tests.count, 18);
  heddle_cover_result_free(&r);
  heddle_cover_free(m);
}

TEST(cover_parameters_have_their_own_strength) {
  struct heddle_cover *m = read_text("a @ 3: 0,1\nb: 0,1\nc: 0,1\nd: 0,1\n"
                                     "e @ 1: 0,1,2\n");
  struct heddle_cover_options o = {.strength = 2, .steps = 2000};
  struct heddle_cover_result r;
  CHECK(heddle_cover_generate(m, &o, NULL, &r));
  /* pairs of a b c d, triples with a and two of b c d e, values of e */
  CHECK_EQ(r.tuples, 6 * 4 + 3 * 8 + 3 * 12 + 3);
  for (int p = 1; p < 5; p++)
    for (int q = p + 1; q < 5; q++)
      CHECK_EQ(distinct(&r.tests, (int[]){0, p, q}, 3), q == 4 ? 12 : 8);
  heddle_cover_result_free(&r);
  heddle_cover_free(m);
}

TEST(cover_results_are_computed_not_combined) {
  struct heddle_cover *m = read_text("a: 0,1\nb: 0,1\n$sum: 0,1,2\n"
                                     "[$sum] = [a] + [b];\n");
  struct heddle_cover_options o = {.strength = 2, .steps = 100};
  struct heddle_cover_result r;
  CHECK(heddle_cover_generate(m, &o, NULL, &r));
  CHECK_EQ(r.tuples, 4);
  CHECK_EQ(r.tests.count, 4);
  for (size_t i = 0; i < r.tests.count; i++)
    CHECK_EQ(heddle_cover_cell(&r.tests, i, 2),
             heddle_cover_cell(&r.tests, i, 0) +
                 heddle_cover_cell(&r.tests, i, 1));
  heddle_cover_result_free(&r);
  heddle_cover_free(m);
}

TEST(cover_weights_decide_where_nothing_else_does) {
  struct heddle_cover *m = read_text("a: 0,1,2,3,4,5,6,7,8,9\n"
                                     "b: 0,1,2,3,4,5,6,7,8,9\n"
                                     "c: common (50), rare\n");
  struct heddle_cover_options o = {.strength = 2, .strategy = "ipo"};
  struct heddle_cover_result r;
  CHECK(heddle_cover_generate(m, &o, NULL, &r));
  size_t common = 0;
  for (size_t i = 0; i < r.tests.count; i++)
    common += heddle_cover_cell(&r.tests, i, 2) == 0;
  CHECK(common > r.tests.count * 7 / 10);
  heddle_cover_result_free(&r);
  heddle_cover_free(m);
}
