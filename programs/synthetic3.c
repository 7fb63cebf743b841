#define STORED(i) ((void)(i), 0u)
#include "synthetic_four.h"
