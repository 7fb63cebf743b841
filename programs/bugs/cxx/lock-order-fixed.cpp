#define FIXED
#include "lock-order.cpp"
