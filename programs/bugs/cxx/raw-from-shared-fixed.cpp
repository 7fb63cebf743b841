#define FIXED
#include "raw-from-shared.cpp"
