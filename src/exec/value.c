#include "exec/value.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int64_t value_number(const struct event *e) {
  switch (e->size) {
  case 1:
    return (int8_t)e->value;
  case 2:
    return (int16_t)e->value;
  case 4:
    return (int32_t)e->value;
  default:
    return (int64_t)e->value;
  }
}

void value_input(const struct event *e, struct text *out) {
  if (e->size != 4 && e->size != 8) {
    text_printf(out, "%" PRId64, (int64_t)e->value);
    return;
  }
  float f;
  double d;
  uint32_t low = (uint32_t)e->value;
  char digits[40];
  memcpy(&f, &low, sizeof f);
  memcpy(&d, &e->value, sizeof d);
  if (e->size == 4)
    d = (double)f;
  snprintf(digits, sizeof digits, "nan");
  for (int n = 1; d == d && n <= 17; n++) {
    snprintf(digits, sizeof digits, "%.*g", n, d);
    double back = strtod(digits, NULL);
    if (e->size == 4 ? (float)back == f : back == d)
      break;
  }
  text_add(out, digits);
}

bool value_named(struct executor *x, const struct event *e, struct text *out) {
  const char *s = x->place && e->site && e->size && e->size <= 8
                      ? x->place(x, e->site).values
                      : NULL;
  const uint64_t mask = e->size < 8 ? (UINT64_C(1) << 8 * e->size) - 1
                                    : UINT64_MAX;
  while (s && *s) {
    const char *equal = strchr(s, '='), *end = strchr(s, ' ');
    if (!equal || !end || equal > end)
      return false;
    uint64_t value = equal[1] == '-' ? (uint64_t)strtoll(equal + 1, NULL, 10)
                                     : strtoull(equal + 1, NULL, 10);
    if (((value ^ e->value) & mask) == 0) {
      text_add_n(out, s, (size_t)(equal - s));
      return true;
    }
    s = end + 1;
  }
  return false;
}

/* "buf[3" of "buf[3]", with 3 in *index; 0 when it is no element. */
static size_t element_of(const struct text *name, uint64_t *index) {
  const char *s = text_str(name), *open = strrchr(s, '[');
  char *end;
  if (!open || !isdigit((unsigned char)open[1]))
    return 0;
  *index = strtoull(open + 1, &end, 10);
  return !strcmp(end, "]") ? (size_t)(open - s) : 0;
}

/* The next byte is the next element. */
static bool has_byte_elements(struct executor *x, const struct event *e) {
  struct text here = {0}, there = {0};
  struct event next = *e;
  uint64_t i = 0, k = 0;
  next.object++;
  if (x->object_name) {
    x->object_name(x, e, &here);
    x->object_name(x, &next, &there);
  }
  size_t n = element_of(&here, &i), m = element_of(&there, &k);
  bool yes = n && n == m && k == i + 1 && !strncmp(here.at, there.at, n);
  text_free(&here);
  text_free(&there);
  return yes;
}

bool value_is_bytes(struct executor *x, const struct event *e) {
  bool number = e->size == 1 || e->size == 2 || e->size == 4 || e->size == 8;
  return !number || (e->size > 1 && has_byte_elements(x, e));
}

/* How many of the bytes are text: up to a zero that ends it, or all. */
static unsigned text_len(const unsigned char *at, unsigned known) {
  unsigned n = 0;
  while (n < known && (isprint(at[n]) || at[n] == '\n' || at[n] == '\t'))
    n++;
  return n == known || (n && !at[n]) ? n : 0;
}

bool value_is_text(struct executor *x, const struct event *e) {
  unsigned char at[8];
  memcpy(at, &e->value, sizeof at);
  return has_byte_elements(x, e) || text_len(at, e->size < 8 ? e->size : 8);
}

/* Behind the text and the zero that ends it there is something else. */
static bool goes_on(const unsigned char *at, unsigned text, unsigned known) {
  while (text < known && !at[text])
    text++;
  return text < known;
}

/* A text, if it is one; its bytes, if it is none or not only that. */
void value_bytes(const struct event *e, struct text *out) {
  unsigned char at[8];
  unsigned known = e->size < 8 ? e->size : 8;
  memcpy(at, &e->value, sizeof at);
  const unsigned text = text_len(at, known);
  const bool bytes = !text || goes_on(at, text, known);
  for (unsigned i = 0; bytes && i < known; i++)
    text_printf(out, "%s%u", i ? " " : "", at[i]);
  if (bytes)
    text_add(out, e->size > known ? " .." : "");
  if (!text)
    return;
  text_add(out, bytes ? " \"" : "\"");
  for (unsigned i = 0; i < text; i++)
    if (at[i] == '\n' || at[i] == '\t')
      text_add(out, at[i] == '\n' ? "\\n" : "\\t");
    else
      text_printf(out, "%s%c", at[i] == '"' || at[i] == '\\' ? "\\" : "",
                  at[i]);
  text_add(out, text == known && e->size > known ? "\".." : "\"");
}

void value_text(struct executor *x, const struct event *e, struct text *out) {
  if (value_named(x, e, out))
    return;
  if (value_is_bytes(x, e))
    value_bytes(e, out);
  else
    text_printf(out, "%" PRId64, value_number(e));
}
