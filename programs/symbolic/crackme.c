/* A serial number that a program accepts (the "crackme" of many tutorials);
 * the twin asks for one that there is not.
 * finds: assertion
 * arguments: --sym-arg 6 */
#include <assert.h>
#include <ctype.h>
#include <string.h>

static int accepts(const char *s) {
  unsigned sum = 0, mix = 0x5a;
  if (strlen(s) != 6)
    return 0;
  for (int i = 0; i < 6; i++) {
    if (!isalnum((unsigned char)s[i]))
      return 0;
    sum += (unsigned char)s[i];
    mix = mix << 1 ^ (unsigned char)toupper((unsigned char)s[i]);
  }
#ifdef FIXED
  return sum == 100; /* less than six of them can have */
#else
  return sum == 500 && (mix & 0x7f) == 0x77;
#endif
}

int main(int argc, char **argv) {
  assert(argc < 2 || !accepts(argv[1]));
  return 0;
}
