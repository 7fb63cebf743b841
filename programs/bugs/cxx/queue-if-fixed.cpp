#define FIXED
#include "queue-if.cpp"
