/* libFuzzer target of the reader of recordings: make fuzz-tape builds it; then
 *
 *     build/fuzz/tape_fuzz -dict=tests/fuzz/tape.dict -max_total_time=600 \
 *         CORPUS        with some recordings in it
 *
 * Whatever the text, reading it neither crashes nor hangs; it is a recording
 * exactly when there are no errors; every number in it is one that an
 * executor can take; and what is written from it reads as the same. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "exec/tape.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void ignore(void *user, enum diag_level level, struct diag_at at,
                   const char *msg, const char *hint) {
  (void)user, (void)level, (void)msg, (void)hint;
  if (at.line && !at.col)
    abort();
}

static void must(bool ok) {
  if (!ok)
    abort();
}

static void check(const struct tape *r) {
  must(r->files.len && r->steps && r->finding && r->finding < FOUND_COUNT);
  must(r->lines.len == r->choices.len);
  must(!r->trail.len || r->trail.len == r->choices.len);
  must(r->threads.len < THREADS_MAX);
  vec_each(&r->choices, c) must(CHOICE_THREAD(*c) < THREADS_MAX);
  vec_each(&r->trail, t) must(*t < r->places.len);
  vec_each(&r->inputs, i) must(i->thread < THREADS_MAX ||
                                i->thread == INPUT_NAMED);
  for (size_t i = 0; i < r->threads.len; i++)
    must(r->threads.at[i].parent <= i && r->threads.at[i].index < 256);
  vec_each(&r->places, p)
    must(p->kind < OP_COUNT && p->text &&
         (p->source == UINT32_MAX || p->source < r->sources.len));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct diag diag = {.sink = ignore};
  struct tape r, again;
  bool ok = tape_read(&r, "fuzz.rec", (const char *)data, size, &diag);
  must(ok == (diag.errors == 0));
  if (ok) {
    struct text first = {0}, second = {0};
    check(&r);
    tape_write(&r, &first);
    must(tape_read(&again, "fuzz.rec", first.at, first.len, &diag));
    must(!again.edited);
    tape_write(&again, &second);
    must(!strcmp(text_str(&first), text_str(&second)));
    tape_free(&again);
    text_free(&first);
    text_free(&second);
  }
  tape_free(&r);
  return 0;
}
