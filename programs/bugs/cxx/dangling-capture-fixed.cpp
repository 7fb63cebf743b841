#define FIXED
#include "dangling-capture.cpp"
