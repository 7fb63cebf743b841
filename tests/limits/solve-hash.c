/* The text that has a certain hash.
 * symbolic
 * names: solve-hash.c:12 */
#include <heddle/rt.h>

int main(void) {
  unsigned long long h = 14695981039346656037ull;
  for (int i = 0; i < 16; i++) {
    h ^= (unsigned char)heddle_input("c", 0, 255);
    h = (h * 1099511628211ull) ^ (h * h >> 7);
  }
  if (h == 0x0123456789abcdefull)
    heddle_fail("inverted");
  return 0;
}
