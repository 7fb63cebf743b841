/* libFuzzer target of the parser: make fuzz-lang builds it; then
 *
 *     build/fuzz/lang_fuzz -dict=tests/fuzz/lang.dict -max_total_time=1800 \
 *         CORPUS models tests/models
 *
 * Whatever the text, reading it neither crashes nor hangs; there is a model
 * exactly when there are no errors, and the model is well-formed. */
#include <stdio.h>
#include <stdlib.h>

#include "../unit/valid.h"
#include "lang/lang.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void ignore(void *user, enum diag_level level, struct diag_at at,
                   const char *msg, const char *hint) {
  (void)user, (void)level, (void)msg, (void)hint;
  if (at.line && !at.col)
    abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct diag diag = {.sink = ignore};
  struct lang_expectations expectations;
  lang_expectations(&expectations, (const char *)data, size);
  lang_expectations_free(&expectations);
  struct model *m =
      lang_read("fuzz.hed", (const char *)data, size, NULL, &diag);
  if ((m != NULL) != (diag.errors == 0))
    abort();
  if (!m)
    return 0;
  const char *bad = model_invalid(m);
  if (bad) {
    fprintf(stderr, "not a model: %s\n", bad);
    abort();
  }
  model_free(m);
  return 0;
}
