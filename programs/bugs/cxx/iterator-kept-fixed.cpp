#define FIXED
#include "iterator-kept.cpp"
