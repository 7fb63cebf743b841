/* When the program of inputs-case.c fails, CASE by CASE: for the program and
 * for the test that tries all values by itself. */
enum { X_LOW = -6, X_HIGH = 9, Y_LOW = 0, Y_HIGH = 11, Z_COUNT = 4 };

static inline int fails(int number, long x, long y, long z) {
  switch (number) {
  case 0:
    return x + y >= 5;
  case 1:
    return x * x > 9 && y % 3 == 2;
  case 2:
    return (x ^ y) == 3 || (x < 0 && y > 4);
  case 3:
    return x <= -2 && z == 2;
  case 4:
    return x - y + z == -7;
  case 5:
    return x * y > 20 && z != 0;
  case 6:
    return x + 100 * y + z == 905;
  default:
    return 1;
  }
}
enum { CASES = 8 };
