#define FIXED
#include "stack-pop.cpp"
