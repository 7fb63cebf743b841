#define FIXED
#include "async-shared.cpp"
