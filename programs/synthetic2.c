#define STORED(i) (unsigned)(i)
#include "synthetic.h"
