#define READERS 3
#define WRITERS 2
#include "readers-writers.h"
