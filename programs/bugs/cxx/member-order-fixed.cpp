#define FIXED
#include "member-order.cpp"
