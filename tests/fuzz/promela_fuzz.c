/* The reader of Promela under libFuzzer: what it accepts is stepped through
 * for a while on the plain interpreter, so that what it makes is sound too.
 * The preprocessor is not run.
 *
 *     make fuzz-promela
 *     build/fuzz/promela_fuzz -dict=tests/fuzz/promela.dict \
 *       -max_total_time=1800 CORPUS tests/promela */
#include <stdlib.h>
#include <string.h>

#include "model/interp.h"
#include "promela/promela.h"

enum { STEPS = 40 };

static void walk(const struct model *m, const uint8_t *data, size_t len) {
  struct interp *in = interp_new(m);
  struct interp_failure failed;
  struct istate *s = interp_initial(in, &failed);
  struct interp_steps steps = {0};
  struct text words = {0};
  for (size_t i = 0; i < STEPS && !failed.failure; i++) {
    interp_steps(in, s, &steps);
    if (!steps.at.len)
      break;
    const struct model_step *t = &steps.at.at[data[i % len] % steps.at.len];
    interp_print_step(in, s, t, &words);
    interp_print_lines(in, s, &words);
    struct istate *next = interp_fire(in, s, t, &failed);
    if (!next && !failed.failure)
      abort(); /* it was among the steps */
    if (!next)
      break;
    interp_state_free(s);
    s = next;
  }
  interp_end(in, s);
  vec_free(&steps.at);
  text_free(&words);
  interp_state_free(s);
  interp_free(in);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len) {
  struct diag d = {0};
  struct promela_options o = {.no_cpp = true};
  char *text = malloc(len + 1);
  memcpy(text, data, len);
  text[len] = 0;
  struct model *m = promela_read("fuzz.pml", text, len, &o, &d);
  if (m)
    walk(m, data, len);
  model_free(m);
  free(text);
  return 0;
}
