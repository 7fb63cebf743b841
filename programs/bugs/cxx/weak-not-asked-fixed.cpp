#define FIXED
#include "weak-not-asked.cpp"
