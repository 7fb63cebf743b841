/* Bubble sort (KLEE's examples): the last pass stops one too early.
 * finds: assertion */
#include <assert.h>
#include <heddle/rt.h>

enum { COUNT = 4 };

static void sort(int *a, int n) {
#ifdef FIXED
  for (int pass = n - 1; pass > 0; pass--)
#else
  for (int pass = n - 1; pass > 1; pass--)
#endif
    for (int i = 0; i < pass; i++)
      if (a[i] > a[i + 1]) {
        int t = a[i];
        a[i] = a[i + 1];
        a[i + 1] = t;
      }
}

int main(void) {
  int a[COUNT];
  for (int i = 0; i < COUNT; i++)
    a[i] = (int)heddle_input("a", -1000000, 1000000);
  sort(a, COUNT);
  for (int i = 0; i + 1 < COUNT; i++)
    assert(a[i] <= a[i + 1]);
  return 0;
}
