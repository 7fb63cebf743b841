// must: where the other definition exists it may be the one that is called, and its address is one
// with: inline-strong.c
// expect: holds
#include <assert.h>

inline int sum(int a, int b) { return a + b; }
int sum_there(int a, int b, int (**own)(int, int));

int main(void) {
  int (*own)(int, int) = sum, (*there)(int, int);
  assert(sum(1, 2) == 3 && sum_there(1, 2, &there) == 3 && own(2, 2) == 4);
  assert(own == there);
  return 0;
}
