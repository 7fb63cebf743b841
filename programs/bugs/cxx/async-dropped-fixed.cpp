#define FIXED
#include "async-dropped.cpp"
