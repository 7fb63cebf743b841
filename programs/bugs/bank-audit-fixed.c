#define FIXED
#include "bank-audit.c"
