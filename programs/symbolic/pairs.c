/* "key=value" from standard input: the key goes to a buffer that nobody
 * compares it with.
 * finds: out-of-bounds
 * arguments: --sym-stdin 7 */
#include <stdio.h>
#include <string.h>

int main(void) {
  char line[16], key[4];
  if (!fgets(line, sizeof line, stdin))
    return 0;
  char *equals = strchr(line, '=');
  if (!equals)
    return 0;
  *equals = 0;
#ifdef FIXED
  if (strlen(line) >= sizeof key)
    return 0;
#endif
  strcpy(key, line);
  return strcmp(key, "ab") == 0 && equals[1] == '1' ? 0 : 0;
}
