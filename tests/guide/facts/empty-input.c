/* expect: 0 no failure */
/* Standard input is empty. */
#include <assert.h>
#include <stdio.h>

int main(void) {
  assert(getchar() == EOF);
  return 0;
}
