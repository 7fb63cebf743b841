/* The size of an array overflows before it is allocated: n * 4 of 32 bits.
 * finds: out-of-bounds */
#include <heddle/rt.h>
#include <stdlib.h>

int main(void) {
  unsigned n = (unsigned)heddle_input("n", 0, 0xffffffffLL);
  unsigned at = (unsigned)heddle_input("at", 0, 3);
#ifdef FIXED
  if (n > 4096)
    return 0;
#else
  if (n > 4096 && n < 0x40000000u)
    return 0;
#endif
  unsigned size = n * 4;
  if (size > 16384)
    return 0;
  int *all = malloc(size);
  if (all && at < n)
    all[at] = 1;
  free(all);
  return 0;
}
