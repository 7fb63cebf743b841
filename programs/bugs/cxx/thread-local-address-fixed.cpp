#define FIXED
#include "thread-local-address.cpp"
