/* Stepping: forward, back and forward again is where it was; every run is a
 * recording that replays, whatever it came to. */
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "lang/lang.h"
#include "model/stepping.h"
#include "test.h"

static struct model *read_model(const char *file) {
  FILE *f = fopen(file, "r");
  char *text = alloc_zero(1 << 16, 1);
  size_t len = f ? fread(text, 1, (1 << 16) - 1, f) : 0;
  struct diag silent = {0};
  struct model *m = lang_read(file, text, len, NULL, &silent);
  if (f)
    fclose(f);
  free(text);
  return m;
}

static void key_of(const struct stepping *s, struct text *out) {
  text_clear(out);
  interp_key(s->in, stepping_state(s), out);
}

static bool same_key(const struct text *a, const struct text *b) {
  return a->len == b->len && !memcmp(text_str(a), text_str(b), a->len);
}

/* Back to some place and forward again. */
static bool returns(struct stepping *s, struct rng *r) {
  struct text before = {0}, after = {0};
  size_t at = s->at, count = stepping_count(s), n = rng_below(r, 6);
  enum stepping_end end = stepping_end(s);
  key_of(s, &before);
  size_t back = 0;
  while (back < n && stepping_back(s))
    back++;
  bool ok = s->at == at - back;
  while (stepping_forward(s))
    ;
  key_of(s, &after);
  ok = ok && s->at == at && stepping_count(s) == count &&
       stepping_end(s) == end && same_key(&before, &after);
  text_free(&before);
  text_free(&after);
  return ok;
}

static bool replays(const struct stepping *s) {
  struct recording r, again;
  struct text file = {0}, why = {0};
  struct diag silent = {0};
  stepping_record(s, &r);
  recording_write(&r, &file);
  bool ok = recording_read(&again, "memory", text_str(&file), &silent) &&
            again.plain == r.plain && again.steps.len == s->at &&
            recording_replay(&again, s->m, NULL, NULL, &why);
  recording_free(&r);
  recording_free(&again);
  text_free(&file);
  text_free(&why);
  return ok;
}

/* How a run ended, by kind. */
static unsigned ends[STEPPING_FAILED + 1];

static bool walk(const struct model *m, uint64_t seed) {
  struct stepping s;
  struct rng r = rng_seed(seed);
  bool ok = true;
  stepping_open(&s, m);
  for (int i = 0; i < 30 && ok; i++) {
    ok = returns(&s, &r) && replays(&s);
    if (!stepping_count(&s))
      break;
    if (rng_chance(&r, 20) && stepping_back(&s))
      ok = ok && replays(&s);
    stepping_take(&s, rng_below(&r, (uint32_t)stepping_count(&s)));
    ok = ok && s.at == s.steps.len && !stepping_forward(&s);
  }
  ends[stepping_end(&s)]++;
  ok = ok && !stepping_take(&s, stepping_count(&s));
  stepping_close(&s);
  return ok;
}

TEST(stepping_goes_back_and_forward_and_records_what_it_did) {
  glob_t files = {0};
  memset(ends, 0, sizeof ends);
  glob("tests/models/*.hed", 0, NULL, &files);
  for (size_t i = 0; i < files.gl_pathc; i++) {
    struct model *m = read_model(files.gl_pathv[i]);
    for (uint64_t seed = 1; m && seed <= 5; seed++)
      CHECK(walk(m, seed));
    model_free(m);
  }
  for (int e = 0; e <= STEPPING_FAILED; e++)
    CHECK(ends[e] > 0);
  globfree(&files);
}

TEST(stepping_forgets_what_was_taken_back_when_another_step_is_taken) {
  static const char text[] = "process p { a: -> b\n -> c\n b: -> a\n c: -> a }";
  struct diag silent = {0};
  struct model *m = lang_read("m", text, sizeof text - 1, NULL, &silent);
  struct stepping s;
  stepping_open(&s, m);
  CHECK(stepping_take(&s, 0) && stepping_take(&s, 0) && stepping_take(&s, 0));
  CHECK(stepping_back(&s) && stepping_back(&s) && stepping_back(&s));
  CHECK(!stepping_back(&s));
  CHECK(stepping_take(&s, 1));
  CHECK(!stepping_forward(&s));
  CHECK_EQ(s.steps.len, 1);
  CHECK_EQ(interp_location(stepping_state(&s), 0), 2);
  CHECK_STR(stepping_who(&s, 0), "p");
  stepping_close(&s);
  model_free(m);
}
