/* json: writes JSON into a text, one value after the other.
 *
 *     struct json j = {.out = &text};
 *     json_open(&j, '{');
 *     json_key(&j, "states");  json_uint(&j, 28);
 *     json_key(&j, "findings");
 *     json_open(&j, '[');  ...  json_close(&j);
 *     json_close(&j);
 *
 * Commas, indentation and escapes are made here; invalid UTF-8 becomes
 * U+FFFD, so that the output is always valid JSON.  Nesting is checked by
 * assertions.  Every document a command prints begins with the key "schema"
 * (json_begin), a name and a version: "heddle.check/1".
 *
 * With json_keep the same calls make details of a result (heddle.h), which
 * any form can tell in its own way; json_details writes such details. */
#ifndef REPORT_JSON_H
#define REPORT_JSON_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/text.h"
#include "heddle.h"

enum { JSON_DEPTH = 64 };

struct json {
  struct text *out;       /* where it is written, or NULL: it is kept */
  struct arena *arena;    /* where it is kept */
  unsigned depth;
  char open[JSON_DEPTH];  /* '{' or '[' */
  bool filled[JSON_DEPTH]; /* something stands at this level already */
  bool keyed;             /* a key waits for its value */
  const char *key;        /* that one, when it is kept */
  const struct heddle_detail **end[JSON_DEPTH]; /* where the next is kept */
};

void json_open(struct json *j, char bracket);
void json_close(struct json *j);
void json_key(struct json *j, const char *key);
void json_string(struct json *j, const char *s);
void json_int(struct json *j, int64_t n);
void json_uint(struct json *j, uint64_t n);
void json_real(struct json *j, double x); /* not finite: null */
void json_bool(struct json *j, bool b);
void json_null(struct json *j);
/* A value that is JSON already; it is written, never kept. */
void json_raw(struct json *j, const char *value, size_t len);

/* A key and its value. */
void json_put_string(struct json *j, const char *key, const char *s);
void json_put_int(struct json *j, const char *key, int64_t n);
void json_put_uint(struct json *j, const char *key, uint64_t n);
void json_put_real(struct json *j, const char *key, double x);
void json_put_bool(struct json *j, const char *key, bool b);

/* Opens the outermost object with its "schema". */
void json_begin(struct json *j, const char *schema);
/* Closes it and ends the line. */
void json_end(struct json *j);

/* The members that follow become *first and what comes after it; strings are
 * copied into the arena. */
struct json json_keep(struct arena *a, const struct heddle_detail **first);
/* Writes members of the object, or elements of the list, that is open. */
void json_details(struct json *j, const struct heddle_detail *first);

#endif
