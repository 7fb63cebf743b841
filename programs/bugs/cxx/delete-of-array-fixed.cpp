#define FIXED
#include "delete-of-array.cpp"
