#define FIXED
#include "self-deadlock.cpp"
