/* rand and random: a sequence for each thread, by seed; a thread that is
 * created goes on from its parent's. */
#include "rt/calls.h"
#include "rt/rt.h"

/* splitmix64 (Steele, Lea, Flood 2014) */
static uint64_t next(void) {
  uint64_t x = rt.current->random += UINT64_C(0x9e3779b97f4a7c15);
  x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
  return x ^ x >> 31;
}

int heddle_rand(void) { return (int)(next() >> 33); }
long heddle_random(void) { return (long)(next() >> 33); }
long heddle_lrand48(void) { return (long)(next() >> 33); }
double heddle_drand48(void) { return (double)(next() >> 11) * 0x1p-53; }
void heddle_srand(unsigned seed) { rt.current->random = seed; }
void heddle_srandom(unsigned seed) { rt.current->random = seed; }
void heddle_srand48(long seed) { rt.current->random = (uint64_t)seed; }
