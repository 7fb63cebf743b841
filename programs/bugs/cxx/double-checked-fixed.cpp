#define FIXED
#include "double-checked.cpp"
