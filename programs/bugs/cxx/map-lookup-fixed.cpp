#define FIXED
#include "map-lookup.cpp"
