/* One character at a time.
 * names: main spins( in fputc\(\))? at line 6 */
#include <stdio.h>

int main(void) {
  while (fputc('x', stderr) != EOF) continue;
  return 1;
}
