#define FIXED
#include "reference-capture.cpp"
