#define READERS 2
#define WRITERS 3
#include "readers-writers.h"
