#define N 4
#include "private-semaphores.h"
