#include "report/axis.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/sound.h"

static const double absurd = 1e300;

bool axis_shows(const struct axis *a, double value) {
  if (!isfinite(value) || fabs(value) > absurd)
    return false;
  if (a->log && value < 1 / absurd)
    return false;
  double v = a->log ? log10(value) : value;
  return !a->fixed || (v >= a->min && v <= a->max);
}

void axis_extend(struct axis *a, double value) {
  if (a->fixed || !axis_shows(a, value))
    return;
  double v = a->log ? log10(value) : value;
  a->min = a->begun && a->min < v ? a->min : v;
  a->max = a->begun && a->max > v ? a->max : v;
  a->begun = true;
}

void axis_fix(struct axis *a, double min, double max) {
  if (!axis_shows(a, min) || !axis_shows(a, max) || !(min < max))
    return;
  a->min = a->log ? log10(min) : min;
  a->max = a->log ? log10(max) : max;
  a->begun = a->fixed = true;
}

double axis_at(const struct axis *a, double value) {
  double v = a->log ? log10(value) : value;
  return (v - a->min) / (a->max - a->min);
}

static void add_tick(struct axis *a, double v, bool major) {
  double at = (v - a->min) / (a->max - a->min);
  if (at < -1e-9 || at > 1 + 1e-9 || a->count == AXIS_TICKS)
    return;
  a->ticks[a->count++] = (struct axis_tick){.at = at, .major = major};
}

/* mantissa * 10^exponent without the help of a locale: 1,200  0.25  3M  2e12 */
static void format(char *to, size_t size, long long mantissa, int exponent) {
  EXPECTS(to && size);
  const char *sign = mantissa < 0 ? "-" : "";
  unsigned long long m = (unsigned long long)llabs(mantissa);
  while (m && m % 10 == 0) {
    m /= 10;
    exponent++;
  }
  static const struct {
    int exponent;
    const char *suffix;
  } units[] = {{9, "G"}, {6, "M"}, {0, ""}};
  int magnitude = exponent;
  for (unsigned long long rest = m; rest >= 10; rest /= 10)
    magnitude++;
  if (!m) {
    snprintf(to, size, "0");
    return;
  }
  if (magnitude >= 12 || magnitude < -5) {
    snprintf(to, size, "%s%llue%d", sign, m, exponent);
    return;
  }
  size_t u = 0;
  while (magnitude < units[u].exponent && units[u].exponent)
    u++;
  int e = exponent - units[u].exponent;
  struct text t = {0};
  text_add(&t, sign);
  unsigned long long scale = 1;
  for (int i = 0; i < abs(e); i++)
    scale *= 10;
  text_count(&t, e >= 0 ? m * scale : m / scale);
  if (e < 0)
    text_printf(&t, ".%0*llu", -e, m % scale);
  text_add(&t, units[u].suffix);
  snprintf(to, size, "%s", text_str(&t));
  text_free(&t);
}

static void linear_ticks(struct axis *a, unsigned wanted) {
  EXPECTS(wanted > 0 && a->min <= a->max);
  const double apart = (a->max - a->min) / (wanted ? wanted : 1);
  const double raw = a->whole && apart < 1 ? 1 : apart;
  const int exponent = (int)floor(log10(raw));
  const double unit = pow(10, exponent), ratio = raw / unit;
  const int digit = ratio <= 1.0001 ? 1 : ratio <= 2 ? 2 : ratio <= 5 ? 5 : 10;
  const double step = digit * unit;
  if (!a->fixed) { /* begin and end at a tick */
    a->min = floor(a->min / step + 1e-9) * step;
    a->max = ceil(a->max / step - 1e-9) * step;
  }
  const double first = ceil(a->min / step - 1e-9);
  for (int i = 0; i < AXIS_TICKS; i++) {
    const double k = first + i;
    size_t before = a->count;
    add_tick(a, k * step, true);
    if (a->count == before)
      break;
    struct axis_tick *t = &a->ticks[before];
    if (fabs(k) < 1e15)
      format(t->label, sizeof t->label, (long long)k * digit, exponent);
    else
      snprintf(t->label, sizeof t->label, "%.4g", k * step);
  }
}

static void power_label(struct axis_tick *t, int exponent, bool plain) {
  static const char *const digits[] = {
      "\xE2\x81\xB0", "\xC2\xB9",     "\xC2\xB2",     "\xC2\xB3",
      "\xE2\x81\xB4", "\xE2\x81\xB5", "\xE2\x81\xB6", "\xE2\x81\xB7",
      "\xE2\x81\xB8", "\xE2\x81\xB9"};
  if (plain) {
    format(t->label, sizeof t->label, 1, exponent);
    return;
  }
  struct text s = {0};
  text_add(&s, exponent < 0 ? "10\xE2\x81\xBB" : "10");
  char decimal[8];
  snprintf(decimal, sizeof decimal, "%d", abs(exponent) % 1000);
  for (const char *c = decimal; *c; c++)
    text_add(&s, digits[*c - '0']);
  snprintf(t->label, sizeof t->label, "%s", text_str(&s));
  text_free(&s);
}

static void log_ticks(struct axis *a, unsigned wanted) {
  EXPECTS(wanted > 0);
  if (!a->fixed) {
    a->min = floor(a->min + 1e-9);
    a->max = ceil(a->max - 1e-9);
    if (a->max <= a->min)
      a->max = a->min + 1;
  }
  const int first = (int)ceil(a->min - 1e-9), last = (int)floor(a->max + 1e-9);
  const int decades = last - first;
  const int every = decades > (int)wanted ? decades / (int)wanted + 1 : 1;
  const bool plain = first >= -4 && last <= 9;
  for (int e = first; e <= last; e += every) {
    size_t before = a->count;
    add_tick(a, e, true);
    if (a->count > before)
      power_label(&a->ticks[before], e, plain);
  }
  for (int e = first - 1; every == 1 && decades <= 4 && e <= last; e++)
    for (int digit = 2; digit <= 5; digit += 3) {
      size_t before = a->count;
      add_tick(a, e + log10(digit), false);
      if (decades <= 2 && plain && a->count > before)
        format(a->ticks[before].label, sizeof a->ticks[before].label, digit, e);
    }
}

void axis_finish(struct axis *a, unsigned wanted) {
  EXPECTS(wanted > 0);
  if (!a->begun) {
    a->min = 0;
    a->max = 1;
  }
  const double least = 1e-12 * fmax(fabs(a->min), fabs(a->max));
  if (!a->log && a->max - a->min <= least) { /* one value: room around it */
    const double room = fabs(a->min) > 0 ? fabs(a->min) / 2 : 0.5;
    a->min -= room;
    a->max += room;
  }
  a->count = 0;
  if (a->log)
    log_ticks(a, wanted);
  else
    linear_ticks(a, wanted);
}
