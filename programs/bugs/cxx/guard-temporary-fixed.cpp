#define FIXED
#include "guard-temporary.cpp"
