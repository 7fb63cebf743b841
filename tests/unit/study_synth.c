/* The synthesizer: what its files say is what brute force on the plain
 * interpreter finds. */
#include <stdlib.h>
#include <string.h>

#include "../cross/brute.h"
#include "lang/lang.h"
#include "study/draft.h"
#include "study/synth.h"
#include "study/topology.h"
#include "test.h"

static struct synth_options small(uint64_t seed) {
  return (struct synth_options){.seed = seed,
                                .omit = 25,
                                .states_max = 4,
                                .capacity = 2,
                                .global_min = 20,
                                .global_max = 1500};
}

static struct model *made_model(const struct synth_options *o, unsigned n,
                                uint64_t number, struct synth_made *made) {
  struct text why = {0};
  struct diag silent = {0};
  bool ok = synth_protocol(o, n, number, NULL, made, &why);
  CHECK(ok);
  text_free(&why);
  return ok ? lang_read("made", text_str(&made->source), made->source.len, NULL,
                        &silent)
            : NULL;
}

/* The number after a word of the "expect" line; 0 when it is not there. */
static uint64_t expected(const char *source, const char *word) {
  const char *line = strstr(source, "// expect: full ");
  CHECK(line != NULL);
  const char *end = line ? strchr(line, '\n') : NULL;
  const char *at = line ? strstr(line, word) : NULL;
  if (!at || at > end)
    return 0;
  return strtoull(at + strlen(word), NULL, 10);
}

static void compare(const struct model *m, const char *source,
                    uint64_t *kinds) {
  struct brute *b = brute_explore(m, 5000);
  CHECK(!b->too_large);
  CHECK_EQ(b->states.len, expected(source, " states "));
  CHECK_EQ(b->transitions, expected(source, " transitions "));
  CHECK_EQ(b->deadlocks, expected(source, " deadlocks "));
  CHECK_EQ(b->blocking, expected(source, " blocking "));
  CHECK_EQ(brute_count(b, FINDING_UNSPECIFIED),
           expected(source, " unspecified "));
  CHECK_EQ(brute_count(b, FINDING_OVERFLOW), expected(source, " overflow "));
  CHECK_EQ(brute_count(b, FINDING_UNEXECUTABLE),
           expected(source, " unexecutable "));
  CHECK(b->states.len >= 20 && b->states.len <= 1500);
  for (int k = 0; k < FINDING_KINDS; k++)
    kinds[k] += brute_count(b, (enum finding_kind)k);
  brute_free(b);
}

TEST(synth_says_what_brute_force_finds_and_every_error_occurs) {
  struct synth_options o = small(7);
  struct synth_made made = {0};
  uint64_t kinds[FINDING_KINDS] = {0};
  for (unsigned i = 0; i < 24; i++) {
    struct model *m = made_model(&o, 2 + i % 3, i, &made);
    CHECK(m && m->process_count == 2 + i % 3);
    if (m)
      compare(m, text_str(&made.source), kinds);
    model_free(m);
  }
  CHECK(kinds[FINDING_DEADLOCK] > 0);
  CHECK(kinds[FINDING_BLOCKING] > 0);
  CHECK(kinds[FINDING_UNSPECIFIED] > 0);
  CHECK(kinds[FINDING_OVERFLOW] > 0);
  CHECK(kinds[FINDING_UNEXECUTABLE] > 0);
  text_free(&made.source);
}

TEST(synth_makes_extended_machines_under_every_scheme) {
  struct synth_made made = {0};
  uint64_t kinds[FINDING_KINDS] = {0};
  for (int scheme = 0; scheme_names[scheme]; scheme++)
    for (unsigned i = 0; i < 3; i++) {
      struct synth_options o = small(11);
      o.extended = true;
      o.scheme = scheme_names[scheme];
      struct model *m = made_model(&o, 2 + i % 2, i, &made);
      CHECK(m && (int)m->scheme == scheme);
      if (m)
        compare(m, text_str(&made.source), kinds);
      model_free(m);
    }
  text_free(&made.source);
}

TEST(synth_leaves_nothing_out_when_told_so) {
  struct synth_options o = small(3);
  struct synth_made made = {0};
  o.omit = 0;
  for (unsigned i = 0; i < 6; i++) {
    model_free(made_model(&o, 2 + i % 2, i, &made));
    CHECK_EQ(expected(text_str(&made.source), " unspecified "), 0);
  }
  text_free(&made.source);
}

TEST(synth_is_the_same_for_the_same_seed_only) {
  struct synth_made a = {0}, b = {0}, c = {0};
  struct synth_options one = small(1), two = small(2);
  model_free(made_model(&one, 3, 5, &a));
  model_free(made_model(&one, 3, 5, &b));
  model_free(made_model(&two, 3, 5, &c));
  CHECK_STR(text_str(&a.source), text_str(&b.source));
  CHECK(strcmp(text_str(&a.source), text_str(&c.source)) != 0);
  text_free(&a.source);
  text_free(&b.source);
  text_free(&c.source);
}

SLOW_TEST(synth_gives_up_when_the_bounds_cannot_be_met) {
  struct synth_options o = small(1);
  struct synth_made made = {0};
  struct text why = {0};
  o.global_min = 1000000;
  o.global_max = 10;
  CHECK(!synth_protocol(&o, 2, 1, NULL, &made, &why));
  CHECK(strstr(text_str(&why), "none of 20000") != NULL);
  text_free(&made.source);
  text_free(&why);
}

/* --- topologies, by counting simple cycles -------------------------------- */

/* Simple cycles through the channel from -> to: simple paths back. */
static unsigned paths(const struct draft *d, uint32_t at, uint32_t to,
                      bool *used) {
  if (at == to)
    return 1;
  unsigned count = 0;
  used[at] = true;
  for (uint32_t q = 0; q < d->process_count; q++)
    if (d->linked[at][q] && !used[q])
      count += paths(d, q, to, used);
  used[at] = false;
  return count;
}

TEST(every_channel_of_a_multi_cyclic_topology_is_on_one_simple_cycle) {
  struct rng rng = rng_seed(5);
  for (unsigned round = 0; round < 300; round++) {
    struct draft d = {.process_count = 2 + rng_below(&rng, 7)};
    bool cyclic = round % 3 == 0, in[DRAFT_PROCESSES];
    unsigned channels = 0;
    topology_draw(&d, cyclic ? TOPOLOGY_CYCLIC : TOPOLOGY_MULTI_CYCLIC, 0,
                  &rng);
    for (uint32_t a = 0; a < d.process_count; a++)
      for (uint32_t b = 0; b < d.process_count; b++)
        if (d.linked[a][b]) {
          bool used[DRAFT_PROCESSES] = {false};
          channels++;
          CHECK_EQ(paths(&d, b, a, used), 1);
        }
    draft_component(&d, 0, in);
    for (uint32_t p = 0; p < d.process_count; p++)
      CHECK(in[p]);
    CHECK(cyclic ? channels == d.process_count : channels >= d.process_count);
  }
}

TEST(an_arbitrary_topology_has_the_partners_asked_for) {
  struct rng rng = rng_seed(6);
  double sum = 0;
  for (unsigned round = 0; round < 1000; round++) {
    struct draft d = {.process_count = 6};
    topology_draw(&d, TOPOLOGY_ARBITRARY, 2.5, &rng);
    for (uint32_t a = 0; a < 6; a++) {
      unsigned out = 0;
      for (uint32_t b = 0; b < 6; b++) {
        out += d.linked[a][b];
        sum += d.linked[a][b] || d.linked[b][a];
      }
      CHECK(out > 0 && !d.linked[a][a]);
    }
  }
  CHECK(sum / 6000 > 2.45 && sum / 6000 < 2.55);
}
