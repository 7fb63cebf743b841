#define FIXED
#include "two-promises.cpp"
