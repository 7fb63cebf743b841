/* Random numbers of the kernel's: each thread has a sequence of its own, which
 * is the same in every run.  That others were not tried is said. */
#include <errno.h>
#include <stdlib.h>
#include <sys/random.h>

#include "rt/calls.h"
#include "rt/rt.h"

enum { OWN = 254 }; /* bytes of the runtime, not of the program */
static uint32_t drawn[THREADS_MAX] PUT_BACK; /* bytes, by each thread */

static unsigned char next_byte(void) {
  uint64_t at = (uint64_t)rt.current->id << 32 | drawn[rt.current->id]++;
  at = (at + rt.wire->input_seed + 1) * UINT64_C(0x9e3779b97f4a7c15);
  at = (at ^ at >> 29) * UINT64_C(0xbf58476d1ce4e5b9);
  return (unsigned char)(at >> 56);
}

static void fill(unsigned argument, void *to, size_t len, const char *call,
                 heddle_at site) {
  unsigned char *bytes = to;
  rt_trial_stop();
  rt_escape(WHY_INPUT, call, site);
  if (argument != OWN && len)
    rt_argument_write(argument, to, (uint32_t)len, site, 0);
  for (size_t i = 0; i < len; i++)
    bytes[i] = next_byte();
}

ssize_t heddle_getrandom(void *to, size_t len, unsigned flags) {
  heddle_at site = heddle_here;
  if (flags & ~(unsigned)(GRND_NONBLOCK | GRND_RANDOM | GRND_INSECURE)) {
    errno = EINVAL;
    return -1;
  }
  fill(0, to, len, "getrandom", site);
  return (ssize_t)len;
}

int heddle_getentropy(void *to, size_t len) {
  heddle_at site = heddle_here;
  if (len > 256) {
    errno = EIO;
    return -1;
  }
  fill(0, to, len, "getentropy", site);
  return 0;
}

void heddle_arc4random_buf(void *to, size_t len) {
  fill(0, to, len, "arc4random_buf", heddle_here);
}

uint32_t heddle_arc4random(void) {
  uint32_t value;
  fill(OWN, &value, sizeof value, "arc4random", heddle_here);
  return value;
}

uint32_t heddle_arc4random_uniform(uint32_t bound) {
  uint32_t value = heddle_arc4random();
  return bound ? value % bound : 0;
}

/* --- std::random_device: whatever it is asked to be ------------------------- */

void heddle__ZNSt13random_device7_M_initERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE(
    void *device, const void *token) {
  (void)device;
  (void)token;
}

void heddle__ZNSt13random_device7_M_finiEv(void *device) { (void)device; }

uint32_t heddle__ZNSt13random_device9_M_getvalEv(void *device) {
  uint32_t value;
  (void)device;
  fill(OWN, &value, sizeof value, "std::random_device", heddle_here);
  return value;
}
