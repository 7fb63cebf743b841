#define FIXED
#include "notify-one-of-two.cpp"
