/* Parallel Pi 2: seven threads. */
#define N 7
#include "parpi.h"
