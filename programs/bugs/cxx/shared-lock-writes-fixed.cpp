#define FIXED
#include "shared-lock-writes.cpp"
