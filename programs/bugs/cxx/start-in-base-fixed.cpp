#define FIXED
#include "start-in-base.cpp"
