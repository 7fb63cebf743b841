#include "net/matrix.h"

#include <stdlib.h>

#include "base/alloc.h"

/* first[m + 1] counts, then says where the next test of m goes, and is at the
 * end where those of m + 1 begin. */
void matrix_make(struct kill_matrix *k, const struct derive_result *r) {
  const size_t killed = r->killed.len, tests = r->suite.tests.len;
  uint32_t *first = alloc_zero(killed + 2, sizeof *first);
  for (size_t t = 0; t < tests; t++)
    vec_each(&r->kills[t], m) first[*m + 2]++;
  for (size_t m = 0; m < killed; m++)
    first[m + 2] += first[m + 1];
  *k = (struct kill_matrix){
      .result = r,
      .first = first,
      .tests = alloc_zero(first[killed + 1] + (size_t)1, sizeof *k->tests)};
  for (uint32_t t = 0; t < tests; t++)
    vec_each(&r->kills[t], m) k->tests[first[*m + 1]++] = t;
}

void matrix_free(struct kill_matrix *k) {
  free(k->first);
  free(k->tests);
  *k = (struct kill_matrix){0};
}

const uint32_t *matrix_row(const struct kill_matrix *k, uint64_t mutant,
                           size_t *count) {
  const struct derive_result *r = k->result;
  size_t low = 0, high = r->killed.len;
  while (low < high) {
    const size_t middle = (low + high) / 2;
    if (r->killed.at[middle] < mutant)
      low = middle + 1;
    else
      high = middle;
  }
  const bool dies = low < r->killed.len && r->killed.at[low] == mutant;
  *count = dies ? k->first[low + 1] - k->first[low] : 0;
  return k->tests + k->first[low];
}
