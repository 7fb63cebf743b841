/* Szymanski 1988, for two, with its loops as they are.  BROKEN: the last loop
 * reads the flag twice, and does not see it change from 3 to 2. */
#include "waits.h"

static atomic_int flag[2];

static void *body(void *argument) {
  int me = (int)(intptr_t)argument, other = 1 - me;
  flag[me] = 1;
  while (flag[other] >= 3)
    ;
  flag[me] = 3;
  if (flag[other] == 1) {
    flag[me] = 2;
    while (flag[other] != 4)
      ;
  }
  flag[me] = 4;
  while (me == 1 && flag[other] >= 2)
    ;
  critical();
#ifdef BROKEN
  while (me == 0 && (flag[other] == 2 || flag[other] == 3))
    ;
#else
  while (me == 0 && flag[other] / 2 == 1) /* 2 or 3 */
    ;
#endif
  flag[me] = 0;
  return NULL;
}

int main(void) {
  run_threads(2, body);
  return 0;
}
