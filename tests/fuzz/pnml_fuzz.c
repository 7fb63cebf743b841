/* libFuzzer target of the reader of Petri nets: make fuzz-pnml builds it; then
 *
 *     build/fuzz/pnml_fuzz -max_total_time=1800 CORPUS
 *
 * The first line is a claim, the rest a net.  Whatever they are, reading them
 * neither crashes nor hangs; there is a model exactly when there are no errors,
 * and the model is well-formed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../unit/valid.h"
#include "read/reader.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void ignore(void *user, enum diag_level level, struct diag_at at,
                   const char *msg, const char *hint) {
  (void)user, (void)level, (void)at, (void)msg, (void)hint;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct diag diag = {.sink = ignore};
  char *text = malloc(size + 1);
  if (!text)
    return 0;
  memcpy(text, data, size);
  text[size] = 0;
  char *net = strchr(text, '\n');
  if (net && (size_t)(net - text) < size) {
    *net++ = 0;
    const char *claim = text;
    const struct lang_options o = {.never = &claim, .never_count = *text != 0};
    struct model *m = reader_pnml.model(
        "fuzz.pnml", net, size - (size_t)(net - text), &o, &diag);
    const char *bad = m ? model_invalid(m) : NULL;
    if ((m != NULL) != (diag.errors == 0) || bad) {
      fprintf(stderr, "not a model: %s\n", bad ? bad : "errors");
      abort();
    }
    model_free(m);
  }
  free(text);
  return 0;
}
