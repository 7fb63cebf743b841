// flags: -std=c++20
#define FIXED
#include "stop-ignored.cpp"
