/* cover_inside: what the files of the library's face share that are about
 * covering arrays. */
#ifndef JOB_COVER_INSIDE_H
#define JOB_COVER_INSIDE_H

#include <heddle.h>

#include "cover/halt.h"
#include "cover/parse.h"
#include "cover/read_tests.h"
#include "cover/tests.h"
#include "job/guarded.h"

struct heddle_cover {
  struct cover_model model;
  struct parse_options syntax;
  struct diag diag;
  struct halt halt;
  struct carried carried;
  struct listener listener;
};

/* The two structs hold the same array; only its owner changes. */
static inline struct tests inward(const struct heddle_cover_tests *t) {
  return (struct tests){.params = (uint32_t)t->params,
                        .len = (uint32_t)t->count,
                        .cap = (uint32_t)t->count,
                        .at = t->cells};
}
static inline struct heddle_cover_tests outward(const struct tests *t) {
  return (struct heddle_cover_tests){t->params, t->len, t->at};
}

#endif
