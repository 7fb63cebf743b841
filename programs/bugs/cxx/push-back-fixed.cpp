#define FIXED
#include "push-back.cpp"
