/* expect: 3 standard input, which is empty here */
/* Standard input is empty, and that is said. */
#include <assert.h>
#include <stdio.h>

int main(void) {
  assert(getchar() == EOF);
  return 0;
}
