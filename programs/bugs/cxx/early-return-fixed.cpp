#define FIXED
#include "early-return.cpp"
