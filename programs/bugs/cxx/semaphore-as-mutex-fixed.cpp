// flags: -std=c++20
#define FIXED
#include "semaphore-as-mutex.cpp"
