inline int sum(int a, int b) { return a + b; }
extern inline int sum(int a, int b);

int sum_there(int a, int b, int (**own)(int, int)) {
  *own = sum;
  return sum(a, b);
}
