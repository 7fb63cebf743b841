/* expect: 0 no failure, every schedule covered */
#include "spurious.c"
