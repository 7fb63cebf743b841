/* After the example of EXE (Cadar, Ganesh, Pawlowski, Dill, Engler 2006): an
 * element is made smaller through a pointer, used as an index, and divided by.
 * finds: crash */
#include <heddle/rt.h>
#include <stdlib.h>

int main(void) {
  unsigned a[4] = {1, 3, 2, 3};
  unsigned i = (unsigned)heddle_input("i", 0, 0xffffffffLL), t;
  if (i >= 4)
    return 0;
  char *p = (char *)a + i * 4;
  *p = (char)(*p - 1); /* a[0] becomes 0 */
  t = a[(unsigned char)*p];
#ifdef FIXED
  if (!a[i])
    return 0;
#endif
  t = t / a[i];
  return t > 100;
}
