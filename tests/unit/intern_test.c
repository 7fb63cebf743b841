/* Numbers for pairs: one for each, and no other. */
#include "base/pack.h"
#include "base/text.h"
#include "sched/intern.h"
#include "test.h"

TEST(pairs_have_numbers_of_their_own) {
  enum { MANY = 3000 };
  struct intern in = {0};
  uint64_t last = 0, a, b;
  for (uint64_t i = 0; i < MANY; i++) {
    uint64_t n = intern_pair(&in, i % 50, i / 50);
    CHECK(n > last && n % 4 == 0);
    last = n;
  }
  for (uint64_t i = 0; i < MANY; i++) {
    uint64_t n = intern_pair(&in, i % 50, i / 50);
    intern_parts(&in, n, &a, &b);
    CHECK_EQ(a, i % 50);
    CHECK_EQ(b, i / 50);
  }
  CHECK_EQ(in.at.len, MANY);
  intern_free(&in);
}

TEST(pairs_come_back_from_a_file) {
  struct intern in = {0}, again = {0};
  struct text file = {0};
  for (uint64_t i = 0; i < 2000; i++)
    intern_pair(&in, i, ~i);
  intern_save(&in, &file);
  struct unpack from = {(const unsigned char *)file.at,
                        (const unsigned char *)file.at + file.len, false};
  intern_load(&again, &from);
  CHECK(!from.bad);
  CHECK_EQ(intern_pair(&again, 7, ~UINT64_C(7)),
           intern_pair(&in, 7, ~UINT64_C(7)));
  CHECK_EQ(intern_pair(&again, 7, 8), intern_pair(&in, 7, 8));
  intern_free(&in);
  intern_free(&again);
  text_free(&file);
}
