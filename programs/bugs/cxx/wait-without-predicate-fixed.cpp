#define FIXED
#include "wait-without-predicate.cpp"
