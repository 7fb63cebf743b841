#define N 3
#include "private-semaphores.h"
