extern inline __attribute__((gnu_inline)) int twice(int x) { return 2 * x; }
inline int once(int x) { return x; }
extern int once(int x);

int other(int (**twice_here)(int)) {
  *twice_here = twice;
  return once(twice(1)) + 1;
}
