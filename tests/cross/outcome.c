#include "outcome.h"

#include <stdlib.h>
#include <string.h>

void outcome_free(struct outcome *o) {
  vec_each(&o->at, s) free(*s);
  vec_free(&o->at);
}

void outcome_add(struct outcome *o, const char *fmt, ...) {
  struct text t = {0};
  va_list args;
  va_start(args, fmt);
  text_vprintf(&t, fmt, args);
  va_end(args);
  size_t i = 0;
  while (i < o->at.len && strcmp(o->at.at[i], text_str(&t)) < 0)
    i++;
  if (i < o->at.len && !strcmp(o->at.at[i], text_str(&t))) {
    text_free(&t);
    return;
  }
  vec_push(&o->at, NULL);
  memmove(&o->at.at[i + 1], &o->at.at[i],
          (o->at.len - 1 - i) * sizeof *o->at.at);
  o->at.at[i] = strdup(text_str(&t));
  text_free(&t);
}

bool outcome_has(const struct outcome *o, const char *what) {
  vec_each(&o->at, s) if (!strcmp(*s, what)) return true;
  return false;
}
