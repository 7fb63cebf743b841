#define FIXED
#include "load-then-store.cpp"
