#define FIXED
#include "counter.cpp"
