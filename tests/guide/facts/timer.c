/* expect: 3 (incomplete: alarm at timer.c:5) */
#include <unistd.h>

int main(void) {
  alarm(0);
  return 0;
}
