/* Parallel Pi 1: six threads. */
#define N 6
#include "parpi.h"
