#define FIXED
#include "relaxed-flag.cpp"
