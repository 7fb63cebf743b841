#define FIXED
#include "destroyed-while-running.cpp"
