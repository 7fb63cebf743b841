/* A table of characters that is indexed by a char, which may be negative.
 * finds: out-of-bounds */
#include <heddle/rt.h>

static unsigned char kind[256];

static int is_kind(char c, int k) {
#ifdef FIXED
  return kind[(unsigned char)c] == k;
#else
  const unsigned char *table = kind;
  return table[(int)c] == k;
#endif
}

int main(void) {
  char word[3];
  for (int c = '0'; c <= '9'; c++)
    kind[c] = 1;
  heddle_bytes("word", word, sizeof word);
  int digits = 0;
  for (int i = 0; i < 3; i++)
    digits += is_kind(word[i], 1);
  return digits > 3;
}
