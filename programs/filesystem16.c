/* Filesystem with 16 threads. */
#define THREADS 16
#include "filesystem.h"
