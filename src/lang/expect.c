#include <string.h>

#include "lang/lang.h"

static const char MARK[] = "expect:";

static void add(struct lang_expectations *out, const char *at, const char *end,
                struct place place) {
  while (at < end && (*at == ' ' || *at == '\t'))
    at++;
  if ((size_t)(end - at) < sizeof MARK - 1 || memcmp(at, MARK, sizeof MARK - 1))
    return;
  at += sizeof MARK - 1;
  while (at < end && (*at == ' ' || *at == '\t'))
    at++;
  while (at < end && (end[-1] == ' ' || end[-1] == '\t' || end[-1] == '\r'))
    end--;
  struct lang_expectation e = {
      place, arena_string(&out->arena, at, (size_t)(end - at))};
  vec_push(&out->at, e);
}

void lang_expectations(struct lang_expectations *out, const char *text,
                       size_t len) {
  *out = (struct lang_expectations){0};
  const char *end = text + len;
  uint32_t line = 1;
  for (const char *at = text; at < end; line++) {
    const char *stop = memchr(at, '\n', (size_t)(end - at));
    if (!stop)
      stop = end;
    const char *slashes = at;
    while (slashes + 1 < stop && (slashes[0] != '/' || slashes[1] != '/'))
      slashes++;
    if (slashes + 1 < stop)
      add(out, slashes + 2, stop,
          (struct place){line, (uint32_t)(slashes - at) + 1});
    at = stop + 1;
  }
}

void lang_expectations_free(struct lang_expectations *e) {
  arena_free(&e->arena);
  vec_free(&e->at);
}
