/* expect: 0 'alarm' is not modelled */
#include <unistd.h>

int main(void) {
  alarm(0);
  return 0;
}
