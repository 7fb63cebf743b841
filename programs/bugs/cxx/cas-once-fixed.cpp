#define FIXED
#include "cas-once.cpp"
