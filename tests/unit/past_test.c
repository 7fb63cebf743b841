#include "story/past.h"
#include "test.h"

static struct event at(unsigned thread, uint8_t kind, uint64_t object,
                       uint32_t size) {
  return (struct event){.thread = (uint16_t)thread, .kind = kind,
                        .object = object, .size = size, .alts = 1};
}

/* Whoever wrote one of two neighbours is not forgotten for the other. */
TEST(past_knows_neighbours_apart) {
  struct event run[] = {at(1, OP_WRITE, 0x1000, 4), at(2, OP_WRITE, 0x1004, 4),
                        at(1, OP_READ, 0x1000, 4), at(2, OP_READ, 0x1004, 4),
                        at(1, OP_WRITE, 0x2000, 300)};
  struct past p = {0};
  for (uint32_t i = 0; i < 5; i++)
    past_add(&p, run, i);
  CHECK_EQ(past_writer(&p, &run[0]), 1);
  CHECK_EQ(past_writer(&p, &run[1]), 2);
  CHECK_EQ(past_reader(&p, &run[0], 1), 3);
  CHECK_EQ(past_reader(&p, &run[0], 2), 0);
  struct event inside = at(2, OP_READ, 0x2000 + 299, 1);
  CHECK_EQ(past_writer(&p, &inside), 5);
  past_free_all(&p);
}
