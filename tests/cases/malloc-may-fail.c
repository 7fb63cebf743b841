// expect: violated crash
// options: --malloc-may-fail
// only: optimal dpor unfold reach stateful random
// The second of two is not looked at.
#include <stdlib.h>

int main(void) {
  int *first = malloc(sizeof *first);
  int *second = first ? calloc(1, sizeof *second) : NULL;
  if (first)
    *second = *first = 1;
  free(second);
  free(first);
  return 0;
}
