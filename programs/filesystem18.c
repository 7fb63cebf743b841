/* Filesystem with 18 threads. */
#define THREADS 18
#include "filesystem.h"
