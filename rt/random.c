/* Random numbers: libc's own sequences, on states that the reset puts back.
 * rand and random share one, for all threads, and take turns; drand48 and its
 * like have another, and nobody takes care (attributes(7): rand is MT-Safe,
 * drand48 MT-Unsafe race:drand48). */
#include "rt/call.h"
#include "rt/calls.h"
#include "rt/rt.h"

enum { STATE = 128 }; /* bytes, as libc has for random */

static struct {
  struct random_data of;
  char state[STATE];
} turns PUT_BACK;

/* Named as cc/ names it for erand48, which only looks. */
extern struct heddle_state_drand48 {
  struct drand48_data of;
} heddle_state_drand48;
struct heddle_state_drand48 heddle_state_drand48 PUT_BACK;

static const struct heddle_global names[] NAMED = {
        {&turns, "rand()", sizeof turns, sizeof turns, 0},
        {&heddle_state_drand48, "drand48()", sizeof heddle_state_drand48,
         sizeof heddle_state_drand48, 0}};

/* Without a seed it is as if it were 1. */
static struct random_data *take_turns(void) {
  rt_state_turn((uint64_t)&turns, heddle_here);
  if (!turns.of.state)
    initstate_r(1 + (unsigned)rt.wire->input_seed, turns.state, STATE,
                &turns.of);
  return &turns.of;
}

long heddle_random(void) {
  int32_t value = 0;
  random_r(take_turns(), &value);
  return value;
}

int heddle_rand(void) { return (int)heddle_random(); }
void heddle_srandom(unsigned seed) { srandom_r(seed, take_turns()); }
void heddle_srand(unsigned seed) { srandom_r(seed, take_turns()); }

static struct drand48_data *careless(void) {
  rt_state_use((uint64_t)&heddle_state_drand48, true, true, heddle_here);
  return &heddle_state_drand48.of;
}

double heddle_drand48(void) {
  double value = 0;
  drand48_r(careless(), &value);
  return value;
}

long heddle_lrand48(void) {
  long value = 0;
  lrand48_r(careless(), &value);
  return value;
}

long heddle_mrand48(void) {
  long value = 0;
  mrand48_r(careless(), &value);
  return value;
}

void heddle_srand48(long seed) { srand48_r(seed, careless()); }

unsigned short *heddle_seed48(unsigned short seed[3]) {
  heddle_at site = heddle_here;
  rt_argument_read(0, seed, 6, site);
  heddle_here = site;
  struct drand48_data *d = careless();
  seed48_r(seed, d);
  return d->__old_x;
}

void heddle_lcong48(unsigned short param[7]) {
  heddle_at site = heddle_here;
  rt_argument_read(0, param, 14, site);
  heddle_here = site;
  lcong48_r(param, careless());
}
