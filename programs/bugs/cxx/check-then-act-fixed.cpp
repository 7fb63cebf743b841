#define FIXED
#include "check-then-act.cpp"
