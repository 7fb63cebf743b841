#define N 2
#include "bounded-buffer.h"
