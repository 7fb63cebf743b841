#define FIXED
#include "shared-ptr-itself.cpp"
