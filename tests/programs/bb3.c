#define N 3
#include "bounded-buffer.h"
