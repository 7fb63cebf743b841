/* A number from a text: atoi, and a check that forgets numbers below zero
 * before the port becomes 16 bits.
 * finds: assertion
 * arguments: --sym-arg 5 */
#include <assert.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  if (argc < 2)
    return 0;
  int n = atoi(argv[1]);
#ifdef FIXED
  if (n < 1 || n > 65535)
    return 0;
#else
  if (n > 65535)
    return 0;
#endif
  unsigned short port = (unsigned short)n;
  assert(port == n);
  return 0;
}
