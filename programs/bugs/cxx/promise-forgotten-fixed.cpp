#define FIXED
#include "promise-forgotten.cpp"
