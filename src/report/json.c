#include "report/json.h"

#include <assert.h>
#include <math.h>

static void newline(struct json *j) {
  text_char(j->out, '\n');
  text_fill(j->out, ' ', 2 * j->depth);
}

/* What stands before a value or a key: a comma, a line, or nothing. */
static void before(struct json *j) {
  if (j->keyed) {
    j->keyed = false;
    return;
  }
  if (!j->depth)
    return;
  if (j->filled[j->depth - 1])
    text_char(j->out, ',');
  j->filled[j->depth - 1] = true;
  newline(j);
}

void json_open(struct json *j, char bracket) {
  assert(j->depth < JSON_DEPTH && (bracket == '{' || bracket == '['));
  before(j);
  j->open[j->depth] = bracket;
  j->filled[j->depth++] = false;
  text_char(j->out, bracket);
}

void json_close(struct json *j) {
  assert(j->depth && !j->keyed);
  j->depth--;
  if (j->filled[j->depth])
    newline(j);
  text_char(j->out, j->open[j->depth] == '{' ? '}' : ']');
}

/* Length of the UTF-8 sequence at s, or 0 when it is not one. */
static unsigned utf8_length(const unsigned char *s) {
  if (*s < 0x80)
    return 1;
  unsigned len = *s >= 0xf0 ? 4 : *s >= 0xe0 ? 3 : 2;
  if (*s < 0xc2 || *s > 0xf4)
    return 0;
  for (unsigned i = 1; i < len; i++)
    if ((s[i] & 0xc0) != 0x80)
      return 0;
  bool overlong = (*s == 0xe0 && s[1] < 0xa0) || (*s == 0xf0 && s[1] < 0x90);
  bool surrogate = *s == 0xed && s[1] >= 0xa0;
  bool beyond = *s == 0xf4 && s[1] >= 0x90;
  return overlong || surrogate || beyond ? 0 : len;
}

static void quoted(struct text *out, const char *string) {
  text_char(out, '"');
  for (const unsigned char *s = (const unsigned char *)string; *s;) {
    unsigned len = utf8_length(s);
    if (!len) {
      text_add(out, "\xef\xbf\xbd");
      s++;
      continue;
    }
    if (*s == '"' || *s == '\\')
      text_printf(out, "\\%c", *s);
    else if (*s == '\n')
      text_add(out, "\\n");
    else if (*s == '\t')
      text_add(out, "\\t");
    else if (*s < 0x20 || *s == 0x7f)
      text_printf(out, "\\u%04x", *s);
    else
      text_add_n(out, (const char *)s, len);
    s += len;
  }
  text_char(out, '"');
}

void json_key(struct json *j, const char *key) {
  assert(j->depth && j->open[j->depth - 1] == '{' && !j->keyed);
  before(j);
  quoted(j->out, key);
  text_add(j->out, ": ");
  j->keyed = true;
}

void json_string(struct json *j, const char *s) {
  before(j);
  quoted(j->out, s);
}

void json_int(struct json *j, int64_t n) {
  before(j);
  text_printf(j->out, "%lld", (long long)n);
}

void json_uint(struct json *j, uint64_t n) {
  before(j);
  text_printf(j->out, "%llu", (unsigned long long)n);
}

void json_real(struct json *j, double x) {
  if (!isfinite(x)) {
    json_null(j);
    return;
  }
  before(j);
  text_printf(j->out, "%.6g", x);
}

void json_bool(struct json *j, bool b) {
  before(j);
  text_add(j->out, b ? "true" : "false");
}

void json_null(struct json *j) {
  before(j);
  text_add(j->out, "null");
}

void json_put_string(struct json *j, const char *key, const char *s) {
  json_key(j, key);
  json_string(j, s);
}

void json_put_int(struct json *j, const char *key, int64_t n) {
  json_key(j, key);
  json_int(j, n);
}

void json_put_uint(struct json *j, const char *key, uint64_t n) {
  json_key(j, key);
  json_uint(j, n);
}

void json_put_real(struct json *j, const char *key, double x) {
  json_key(j, key);
  json_real(j, x);
}

void json_put_bool(struct json *j, const char *key, bool b) {
  json_key(j, key);
  json_bool(j, b);
}

void json_begin(struct json *j, const char *schema) {
  json_open(j, '{');
  json_put_string(j, "schema", schema);
}

void json_end(struct json *j) {
  json_close(j);
  assert(!j->depth);
  text_char(j->out, '\n');
}
