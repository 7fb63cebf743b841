#include "net/engine.h"

#include <string.h>

const struct net_engine *const net_engines[] = {
    &net_engine_explicit,
    &net_engine_mdd_bfs,
    &net_engine_mdd_sat,
    &net_engine_sets,
    NULL,
};

const struct net_engine *net_engine_find(const char *name) {
  for (size_t i = 0; net_engines[i]; i++)
    if (!strcmp(net_engines[i]->name, name))
      return net_engines[i];
  return NULL;
}
