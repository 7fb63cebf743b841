#define FIXED
#include "spin-forgotten.cpp"
