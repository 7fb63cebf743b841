/* A table that is looked up twice: the second index comes out of the first, and
 * one entry of the table is one too large.
 * finds: out-of-bounds */
#include <heddle/rt.h>
#include <stdlib.h>

int main(void) {
  int *next = malloc(200 * sizeof *next);
  for (int i = 0; next && i < 200; i++)
    next[i] = (i * 77 + 13) % 200;
#ifndef FIXED
  if (next)
    next[123] = 200;
#endif
  long i = (long)heddle_input("i", -1000000, 1000000);
  if (!next || i < 0 || i >= 200)
    return 0;
  int sum = next[next[next[i]]];
  free(next);
  return sum < 0;
}
