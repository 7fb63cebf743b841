#define FIXED
#include "throw-before-join.cpp"
