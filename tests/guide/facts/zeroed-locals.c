/* expect: 0 no failure */
/* Locals without a value are 0, and so is memory from malloc; nothing that was
 * freed is used again in a run. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  int local[4];
  int *block = malloc(sizeof *block);
  assert(local[3] == 0 && *block == 0);
  uintptr_t first = (uintptr_t)block;
  free(block);
  block = malloc(sizeof *block);
  assert((uintptr_t)block != first);
  free(block);
  return 0;
}
