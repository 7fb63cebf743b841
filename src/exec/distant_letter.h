/* Inside of distant.h: the letters between rank 0, which asks, and others. */
#ifndef EXEC_DISTANT_LETTER_H
#define EXEC_DISTANT_LETTER_H

#include <string.h>

#include "base/arena.h"
#include "base/sound.h"
#include "base/verdict.h"
#include "exec/executor.h"
#include "ranks/ranks.h"

enum letter_kind {
  LETTER_OPEN, /* an executor, with or without fork: no answer */
  LETTER_RUN,
  LETTER_LEFT_OUT, /* what was left out, where it was stuck, what was covered */
  LETTER_STUCK,
  LETTER_COVERS,
  LETTER_PART, /* of a search: the answer is its number, and what comes of it */
  LETTER_END,  /* no answer */
};

/* Then, of RUN: plans, choices, inputs, cold sites, numbers of threads. */
struct letter_ask {
  uint32_t kind; /* enum letter_kind */
  uint32_t steps_max, plans, choices, inputs, threads;
  bool fork, cold, table;
  uint64_t number; /* of PART */
};

/* Of RUN.  Then: the error, runs, events, text, findings, numbers of threads,
 * what escaped, crashes. */
struct letter_answer {
  uint32_t done, events, text, found, threads, rows, crashes;
  bool ok, stopped;
};

struct letter_crash {
  uint32_t site;
  struct spot at;
};

/* --- reading -------------------------------------------------------------- */

struct reading {
  const uint8_t *at, *end;
};

static inline void read_bytes(struct reading *r, void *to, size_t len) {
  EXPECTS(len <= (size_t)(r->end - r->at));
  if (len)
    memcpy(to, r->at, len);
  r->at += len;
}

static inline const char *read_string(struct reading *r, struct arena *a) {
  uint32_t len;
  read_bytes(r, &len, sizeof len);
  if (!len--)
    return NULL;
  const char *s = arena_string(a, (const char *)r->at, len);
  r->at += len;
  return s;
}

static inline struct because read_because(struct reading *r, struct arena *a) {
  struct because b;
  read_bytes(r, &b, sizeof b);
  b.name = read_string(r, a);
  b.file = read_string(r, a);
  return b;
}

static inline struct spot read_spot(struct reading *r, struct arena *a) {
  struct spot s;
  read_bytes(r, &s, sizeof s);
  s.file = read_string(r, a);
  s.function = read_string(r, a);
  s.values = read_string(r, a);
  return s;
}

/* --- writing -------------------------------------------------------------- */

/* 0: NULL; else 1 + its length, and the string. */
static inline void write_string(struct bytes *b, const char *s) {
  uint32_t len = s ? (uint32_t)strlen(s) + 1 : 0;
  bytes_add(b, &len, sizeof len);
  if (s)
    bytes_add(b, s, len - 1);
}

/* Pointers in it mean nothing to whoever reads it: strings follow. */
static inline void write_because(struct bytes *b, const struct because *w) {
  bytes_add(b, w, sizeof *w);
  write_string(b, w->name);
  write_string(b, w->file);
}

static inline void write_spot(struct bytes *b, const struct spot *s) {
  bytes_add(b, s, sizeof *s);
  write_string(b, s->file);
  write_string(b, s->function);
  write_string(b, s->values);
}

#endif
