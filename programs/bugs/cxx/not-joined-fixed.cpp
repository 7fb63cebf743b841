#define FIXED
#include "not-joined.cpp"
