/* An input goes through memory: members, a copy, its bytes. */
#include <assert.h>
#include <heddle/rt.h>
#include <stdint.h>
#include <string.h>
struct message {
  uint8_t kind;
  uint16_t length;
  uint32_t sum;
};
static uint32_t add(const unsigned char *at, unsigned n) {
  uint32_t sum = 0;
  for (unsigned i = 0; i < n; i++)
    sum = sum * 31 + at[i];
  return sum;
}
int main(void) {
  struct message m = {0}, copy;
  m.kind = (uint8_t)heddle_input("kind", 0, 255);
  m.length = (uint16_t)heddle_input("length", 0, 65535);
  m.sum = (uint32_t)heddle_input("sum", 0, 4294967295LL);
  unsigned char raw[sizeof m];
  memcpy(raw, &m, sizeof m);
  memcpy(&copy, raw, sizeof copy);
  if (copy.kind == 7 && raw[2] == 0x12 && raw[3] == 0x34)
#ifdef FIXED
    assert(copy.length == 0x3412 || copy.sum == add(raw, 4));
#else
    assert(copy.sum != add(raw, 4));
#endif
  return 0;
}
