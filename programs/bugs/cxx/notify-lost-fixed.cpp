#define FIXED
#include "notify-lost.cpp"
