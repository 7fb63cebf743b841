#include "lang/resolve.h"

void live_zero(struct flow *f) { (void)f; }
