// flags: -std=c++20
#define FIXED
#include "latch-too-many.cpp"
