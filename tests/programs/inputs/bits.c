/* A power of two, its bits, bytes turned round. */
#include <assert.h>
#include <heddle/rt.h>
#include <stdint.h>
int main(void) {
  uint32_t x = (uint32_t)heddle_input("x", 0, 4294967295LL);
  if (x && !(x & (x - 1)) && x > 5000) {
    if ((x >> 7 ^ 0x40) == 0x840)
      return 0;
#ifdef FIXED
    assert(__builtin_popcount(x) == 1);
#else
    assert(__builtin_ctz(x) != 23);
#endif
  }
#ifdef FIXED
  assert(__builtin_bswap32(__builtin_bswap32(x)) == x);
#else
  assert(__builtin_bswap32(x) != 0x12345678);
#endif
  return 0;
}
