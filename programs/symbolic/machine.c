/* A machine with a stack, and a program for it on standard input: nobody counts
 * what "drop" takes.
 * finds: out-of-bounds
 * arguments: --sym-stdin 4 */
#include <stdio.h>

static int stack[3];

int main(void) {
  int depth = 0, c;
  while ((c = getchar()) != EOF) {
    switch (c) {
    case 'p':
      if (depth == 3)
        return 0;
      stack[depth++] = 1;
      break;
    case 'a':
      if (depth < 2)
        return 0;
      depth--;
      stack[depth - 1] += stack[depth];
      break;
    case 'd':
#ifdef FIXED
      if (!depth)
        return 0;
#endif
      stack[--depth] = 0;
      break;
    default:
      return 0;
    }
  }
  return 0;
}
