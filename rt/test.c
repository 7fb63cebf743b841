/* The calls of include/heddle/rt.h. */
#include <stdarg.h>

#include "rt/calls.h"
#include "rt/inputs.h"
#include "rt/rt.h"

extern bool rt_direct;

static uint64_t label_of(const char *text) {
  uint64_t number = label_number(text);
  rt_label_put(number, text);
  return number;
}

int heddle_heddle_running(void) { return !rt_direct; }

long long heddle_heddle_input(const char *name, long long low,
                              long long high) {
  heddle_at site = heddle_here;
  if (low > high)
    rt_misuse("input %s from %lld to %lld: there is no such number", name, low,
              high);
  long long value = rt_input(
      &(struct rt_input){name, label_of(name), low, high, low, true},
      (void *)heddle_heddle_input);
  heddle_here = site;
  if (value < low || value > high)
    rt_misuse("input %s is %lld, which is not from %lld to %lld", name, value,
              low, high);
  return value;
}

float heddle_heddle_float(const char *name) {
  heddle_at site = heddle_here;
  float value =
      rt_input_float(name, label_of(name), (void *)heddle_heddle_float);
  heddle_here = site;
  return value;
}

double heddle_heddle_double(const char *name) {
  heddle_at site = heddle_here;
  double value =
      rt_input_double(name, label_of(name), (void *)heddle_heddle_double);
  heddle_here = site;
  return value;
}

void heddle_heddle_bytes(const char *name, void *to, size_t size) {
  heddle_at site = heddle_here;
  rt_argument_write(1, to, (uint32_t)size, site, 0);
  heddle_here = site;
  rt_inputs_fill(name, to, size, false, site);
}

int heddle_heddle_choose(int count) {
  if (count < 1 || count > ALTS_MAX)
    rt_misuse("choose among %d: expected 1 to %d", count, ALTS_MAX);
  heddle_at site = heddle_here;
  int64_t value = rt_input(
      &(struct rt_input){"heddle_choose", 0, 0, count - 1, 0, true},
      (void *)heddle_heddle_choose);
  heddle_here = site;
  if (value < 0 || value >= count)
    rt_misuse("the choice is %ld, and there are %d", value, count);
  return (int)value;
}

void heddle_heddle_assume(int condition) {
  heddle___VERIFIER_assume(condition);
}

void heddle_heddle_note(const char *format, ...) {
  char text[WIRE_LABEL_LEN];
  heddle_at site = heddle_here;
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  rt_silent(OP_REMARK, label_of(text), 0, site);
}

void heddle_heddle_fail(const char *format, ...) {
  char text[200];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  rt_fail(FOUND_ASSERTION, heddle_here, "%s", text);
}
