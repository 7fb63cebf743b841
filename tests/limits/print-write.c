/* The same through the kernel, to standard error.
 * names: main spins( in write\(\))? at line 6 */
#include <unistd.h>

int main(void) {
  while (write(STDERR_FILENO, "again\n", 6) > 0) continue;
  return 1;
}
