/* Two digits of base 16: isalnum says yes to letters that are none.
 * finds: assertion
 * arguments: --sym-arg 2 */
#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static int value(int c) {
  return isdigit(c) ? c - '0' : toupper(c) - 'A' + 10;
}

int main(int argc, char **argv) {
  if (argc < 2 || strlen(argv[1]) != 2)
    return 0;
  const unsigned char *s = (const unsigned char *)argv[1];
#ifdef FIXED
  if (!isxdigit(s[0]) || !isxdigit(s[1]))
#else
  if (!isalnum(s[0]) || !isalnum(s[1]))
#endif
    return 0;
  assert(value(s[0]) * 16 + value(s[1]) == strtol(argv[1], NULL, 16));
  return 0;
}
