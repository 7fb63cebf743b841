#define FIXED
#include "static-destroyed.cpp"
