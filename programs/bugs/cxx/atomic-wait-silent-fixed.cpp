// flags: -std=c++20
#define FIXED
#include "atomic-wait-silent.cpp"
