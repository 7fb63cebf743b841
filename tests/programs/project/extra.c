#include <math.h>

#include "worker.h"

int extra(int x) { return (int)floor(x + 0.5); }
