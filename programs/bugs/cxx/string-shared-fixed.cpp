#define FIXED
#include "string-shared.cpp"
