#define FIXED
#include "two-owners.cpp"
