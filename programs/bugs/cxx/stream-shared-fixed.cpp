#define FIXED
#include "stream-shared.cpp"
