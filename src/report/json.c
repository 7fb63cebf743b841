#include "report/json.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/sound.h"

/* A value under the key that waits for one, as a detail. */
static struct heddle_detail *keep(struct json *j,
                                  enum heddle_detail_type type) {
  assert(j->depth && (j->keyed || j->open[j->depth - 1] == '['));
  struct heddle_detail *d = arena_new(j->arena, struct heddle_detail);
  d->name = j->keyed ? j->key : NULL;
  d->type = type;
  j->keyed = false;
  *j->end[j->depth - 1] = d;
  j->end[j->depth - 1] = &d->next;
  return d;
}

static const char *copy(struct json *j, const char *s) {
  return arena_string(j->arena, s, strlen(s));
}

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
  if (j->arena)
    j->end[j->depth] =
        &keep(j, bracket == '{' ? HEDDLE_GROUP : HEDDLE_LIST)->is.first;
  else
    before(j);
  j->open[j->depth] = bracket;
  j->filled[j->depth++] = false;
  if (j->out)
    text_char(j->out, bracket);
}

void json_close(struct json *j) {
  assert(j->depth && !j->keyed);
  j->depth--;
  if (j->arena)
    return;
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
  if (j->arena) {
    j->key = copy(j, key);
  } else {
    before(j);
    quoted(j->out, key);
    text_add(j->out, ": ");
  }
  j->keyed = true;
}

void json_string(struct json *j, const char *s) {
  if (j->arena) {
    keep(j, HEDDLE_TEXT)->is.text = copy(j, s);
    return;
  }
  before(j);
  quoted(j->out, s);
}

void json_raw(struct json *j, const char *value, size_t len) {
  assert(j->out);
  before(j);
  text_add_n(j->out, value, len);
}

void json_int(struct json *j, int64_t n) {
  if (j->arena) {
    keep(j, HEDDLE_INT)->is.number = n;
    return;
  }
  before(j);
  text_printf(j->out, "%lld", (long long)n);
}

void json_uint(struct json *j, uint64_t n) {
  if (j->arena) {
    keep(j, HEDDLE_UINT)->is.count = n;
    return;
  }
  before(j);
  text_printf(j->out, "%llu", (unsigned long long)n);
}

void json_real(struct json *j, double x) {
  if (j->arena) {
    keep(j, HEDDLE_REAL)->is.real = x;
    return;
  }
  if (!isfinite(x)) {
    json_null(j);
    return;
  }
  before(j);
  text_printf(j->out, "%.6g", x);
}

void json_bool(struct json *j, bool b) {
  if (j->arena) {
    keep(j, HEDDLE_BOOL)->is.truth = b;
    return;
  }
  before(j);
  text_add(j->out, b ? "true" : "false");
}

void json_null(struct json *j) {
  assert(j->out);
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
  EXPECTS(key != NULL);
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

struct json json_keep(struct arena *a, const struct heddle_detail **first) {
  struct json j = {.arena = a, .depth = 1, .open = "{"};
  *first = NULL;
  j.end[0] = first;
  return j;
}

void json_details(struct json *j, const struct heddle_detail *first) {
  for (const struct heddle_detail *d = first; d; d = d->next) {
    if (d->name)
      json_key(j, d->name);
    switch (d->type) {
    case HEDDLE_TEXT:
      json_string(j, d->is.text);
      break;
    case HEDDLE_INT:
      json_int(j, d->is.number);
      break;
    case HEDDLE_UINT:
      json_uint(j, d->is.count);
      break;
    case HEDDLE_REAL:
      json_real(j, d->is.real);
      break;
    case HEDDLE_BOOL:
      json_bool(j, d->is.truth);
      break;
    case HEDDLE_GROUP:
    case HEDDLE_LIST:
      json_open(j, d->type == HEDDLE_GROUP ? '{' : '[');
      json_details(j, d->is.first);
      json_close(j);
    }
  }
}
