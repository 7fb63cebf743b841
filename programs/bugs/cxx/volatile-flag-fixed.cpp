#define FIXED
#include "volatile-flag.cpp"
