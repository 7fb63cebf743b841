#define LAST_FIRST
#include "updater.h"
