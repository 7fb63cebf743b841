#define FIXED
#include "throw-in-thread.cpp"
