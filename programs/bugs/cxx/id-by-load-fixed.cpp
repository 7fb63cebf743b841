#define FIXED
#include "id-by-load.cpp"
