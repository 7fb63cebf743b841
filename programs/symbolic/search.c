/* Binary search among values that are inputs: the last one is never found.
 * finds: assertion */
#include <assert.h>
#include <heddle/rt.h>

enum { COUNT = 5 };

static int find(const int *a, int n, int what) {
#ifdef FIXED
  int low = 0, high = n;
#else
  int low = 0, high = n - 1;
#endif
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (a[middle] == what)
      return middle;
    if (a[middle] < what)
      low = middle + 1;
    else
      high = middle;
  }
  return -1;
}

int main(void) {
  int a[COUNT], at = (int)heddle_input("at", 0, COUNT - 1);
  for (int i = 0; i < COUNT; i++) {
    a[i] = (int)heddle_input("a", -1000000, 1000000);
    if (i)
      heddle_assume(a[i - 1] < a[i]);
  }
  assert(find(a, COUNT, a[at]) == at);
  return 0;
}
