#define FIXED
#include "throw-holding.cpp"
