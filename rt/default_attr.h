/* default_attr: what threads are made with when nobody says anything. */
#ifndef RT_DEFAULT_ATTR_H
#define RT_DEFAULT_ATTR_H

#include <stdbool.h>

#include "rt/abi.h"

#ifndef IN_DEFAULT_ATTR
#define IN_DEFAULT_ATTR __attribute__((weak))
#endif

/* A look by the running thread, which makes one; NULL: nobody sets it. */
bool rt_default_detached(heddle_at site) IN_DEFAULT_ATTR;

#endif
