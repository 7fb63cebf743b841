#define STORED(i) (unsigned)(i)
#include "synthetic_four.h"
