/* Memory that a store gives back is the system's again. */
#include "explore/store.h"
#include "test.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* Bytes of these pages that are in memory. */
static size_t resident(const struct pages *p) {
  enum { PAGE = 4096 };
  size_t count = p->bytes / PAGE, there = 0;
  unsigned char *in = calloc(count, 1);
  CHECK(!mincore(p->at, p->bytes, in));
  for (size_t i = 0; i < count; i++)
    there += in[i] & 1;
  free(in);
  return there * PAGE;
}

/* States come in and are dropped, as a search does both, so that no drop ends
 * where a page does: what stays is those that are there, and a page or two. */
TEST(what_a_store_forgets_it_gives_back) {
  enum { ALIVE = 100000, MOST = 12 << 20 };
  struct layout l;
  struct layout_width width[] = {{32, 0}, {31, 0}};
  struct store s;
  layout_from(&l, width, 2);
  store_open(&s, &l, 1, false, 0);
  s.forgets = true;
  for (uint64_t i = 0; i < 5000000; i++) {
    if (i % 1000 == 0)
      CHECK(store_reserve(&s, 1000));
    store_put(&s, (state_id)i, &i);
    s.count++;
    if (i % 1009 == 0 && i > ALIVE)
      store_drop(&s, (state_id)i - ALIVE);
  }
  CHECK(s.count * l.bytes > 3 * MOST);
  CHECK(resident(&s.states) < MOST);
  for (uint64_t i = s.count - ALIVE / 2, there; i < s.count; i++) {
    store_get(&s, (state_id)i, &there);
    CHECK(there == i);
  }
  s.forgets = false; /* there are no sets */
  store_close(&s);
  layout_close(&l);
}
