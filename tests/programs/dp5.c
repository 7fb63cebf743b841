#define N 5
#include "private-semaphores.h"
