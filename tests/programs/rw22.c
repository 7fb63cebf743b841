#define READERS 2
#define WRITERS 2
#include "readers-writers.h"
