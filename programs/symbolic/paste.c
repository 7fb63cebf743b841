/* The delimiters of paste(1), as KLEE's authors found it in coreutils (Cadar,
 * Dunbar, Engler 2008): a backslash at the end takes the zero with it.
 * finds: out-of-bounds
 * arguments: --sym-args 0 1 3 */
#include <stdlib.h>
#include <string.h>

static int collapse(const char *from, char *to) {
  int count = 0;
  while (*from) {
    if (*from != '\\') {
      to[count++] = *from++;
      continue;
    }
    from++;
    switch (*from) {
    case 'n':
      to[count++] = '\n';
      break;
    case '0':
      to[count++] = 0;
      break;
#ifdef FIXED
    case 0:
      return count;
#endif
    default:
      to[count++] = *from;
    }
    from++;
  }
  return count;
}

int main(int argc, char **argv) {
  if (argc < 2)
    return 0;
  char *from = strdup(argv[1]), *to = malloc(strlen(argv[1]) + 1);
  int count = from && to ? collapse(from, to) : 0;
  free(from);
  free(to);
  return count < 0;
}
