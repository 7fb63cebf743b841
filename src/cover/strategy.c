#include "cover/strategy.h"

#include "cover/ipo.h"

const struct cover_strategy cover_strategies[] = {
    {"auto", "the smallest first answer, then the search", NULL, true},
    {"ipo", "in-parameter-order, value by value (L 4.4.2)", strategy_ipo,
     false},
    {"ipo-ec", "in-parameter-order, optimal horizontal growth (L 4.4.1)",
     strategy_ipo_ec, false},
    {"ipo-print", "in-parameter-order as it is printed, for comparison",
     strategy_ipo_print, false},
    {"algebra", "orthogonal arrays and what is made from them",
     strategy_algebra, false},
    {"base", "base choice: one value at a time leaves the base", strategy_base,
     false},
    {"search", "ipo, then the search that removes tests", strategy_ipo, true},
    {0}};

bool strategy_ipo(const struct space *s, struct tests *tests, uint64_t seed) {
  return ipo_grow(s, tests, ipo_h_iv, seed, 0);
}

bool strategy_ipo_ec(const struct space *s, struct tests *tests,
                     uint64_t seed) {
  return ipo_grow(s, tests, ipo_h_ec, seed, 0);
}
