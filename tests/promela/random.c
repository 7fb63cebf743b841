/* Random small Promela programs: what the explorer says of their texts against
 * an exploration that knows the programs as trees (plain.h).
 *
 *     build/release/promela-random [COUNT [SEED]]
 *     build/release/promela-random --show SEED */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explore/explore.h"
#include "plain.h"
#include "promela/promela.h"

enum { MOST = 20000 };

static bool agrees(uint64_t seed) {
  struct plain_program p;
  struct text text = {0};
  struct diag diag = {0};
  bool same = true;
  plain_draw(&p, seed);
  plain_write(&p, &text);
  struct plain_result want = plain_explore(&p, MOST);
  struct model *m =
      promela_read("random.pml", text_str(&text), text.len, NULL, &diag);
  if (!m) {
    printf("seed %llu: the text is refused\n", (unsigned long long)seed);
    same = false;
  } else if (!want.too_many) {
    struct explore_options o = {.jobs = 1};
    struct explore_result *r = explore(m, &o);
    bool deadlock = r->counts[FINDING_DEADLOCK];
    bool assertion = r->counts[FINDING_ASSERTION];
    same = r->stats.states == want.states && deadlock == want.deadlock &&
           assertion == want.assertion;
    if (!same)
      printf("seed %llu: %llu states%s%s, by hand %llu%s%s\n",
             (unsigned long long)seed, (unsigned long long)r->stats.states,
             deadlock ? ", deadlock" : "", assertion ? ", assertion" : "",
             (unsigned long long)want.states, want.deadlock ? ", deadlock" : "",
             want.assertion ? ", assertion" : "");
    explore_result_free(r);
  }
  model_free(m);
  text_free(&text);
  return same;
}

int main(int argc, char **argv) {
  if (argc > 2 && !strcmp(argv[1], "--show")) {
    struct plain_program p;
    struct text text = {0};
    plain_draw(&p, strtoull(argv[2], NULL, 10));
    plain_write(&p, &text);
    fputs(text_str(&text), stdout);
    text_free(&text);
    return 0;
  }
  uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : 1000;
  uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
  unsigned failed = 0;
  for (uint64_t i = 0; i < count && failed < 20; i++)
    failed += !agrees(first + i);
  printf("%llu passed, %u failed\n", (unsigned long long)(count - failed),
         failed);
  return failed != 0;
}
