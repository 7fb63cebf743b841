/* verdict: what a search may claim, derived in one place.
 *
 *     struct claim c = {.asked = kinds, .preserved = strategy's,
 *                       .strategy = "optimal", .found = findings};
 *     reasons_add(&c.because, (struct because){WHY_TIME, "60 s"});
 *     enum verdict v = verdict_of(&c);
 *     reasons_line(&c.because, &out);      (incomplete: pipe at x.c:7, 2 more)
 *     reasons_free(&c.because);
 *
 * The contract, for `check`, `test`, `derive` and `cover` alike:
 *
 *   violated    something that was asked for was found
 *   holds       nothing was found, every kind that was asked for is preserved
 *               by the strategy, nothing was cut off and nothing escaped
 *   incomplete  anything else; there is at least one reason, and the reasons
 *               are all that stands between this search and `holds`
 *
 * Nobody else compares limits or looks at strategies to say `holds`: whatever
 * was not looked at becomes a reason where it happens, and texts, JSON, JUnit
 * and exit codes read the claim.
 *
 * A claim is made under assumptions that are no reasons (`under`): they are
 * part of what `holds` says. */
#ifndef BASE_VERDICT_H
#define BASE_VERDICT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/text.h"
#include "base/vec.h"
#include "base/why.h"

enum verdict {
  VERDICT_HOLDS,
  VERDICT_VIOLATED,
  VERDICT_INCOMPLETE,
  VERDICT_BROKEN, /* nothing can be claimed: an error says why */
};
extern const char *const verdict_names[];

/* --- reasons ------------------------------------------------------------ */

/* Each once; those that are added again add up.  All-zero is the empty list;
 * strings are copied. */
struct reasons {
  VEC(struct because) at;
  struct arena arena;
};

void reasons_add(struct reasons *r, struct because b);
void reasons_merge(struct reasons *to, const struct reasons *from);
/* By why, then by place and name, so that the same reasons are told alike in
 * whatever order they were met. */
void reasons_sort(struct reasons *r);
bool reasons_have(const struct reasons *r, enum why why);
void reasons_free(struct reasons *r);

const char *why_key(enum why why); /* "unmodelled" */
/* "pipe at x.c:7", without the folder of the file */
void because_text(const struct because *b, struct text *out);
/* "pipe at x.c:7, 2 more"; nothing when there are none */
void reasons_text(const struct reasons *r, struct text *out);
/* " (incomplete: pipe at x.c:7, 2 more)"; nothing when there are none */
void reasons_line(const struct reasons *r, struct text *out);

/* --- standing assumptions ----------------------------------------------- */

#define UNDERS(X)                                                              \
  X(SEQUENTIAL, "sequential consistency")                                      \
  X(NO_SPURIOUS, "no spurious wake-ups")                                       \
  X(MALLOC, "malloc succeeds")                                                 \
  X(CLOCKS, "virtual clocks")                                                  \
  X(PARTS, "reads and writes of all, of one byte, or of all but one")

enum under {
#define ROW(name, words) UNDER_##name,
  UNDERS(ROW)
#undef ROW
      UNDER_COUNT
};
/* What is assumed where no option asks for more. */
#define UNDER_ALL ((1u << UNDER_PARTS) - 1)
extern const char *const under_texts[UNDER_COUNT];
/* Of a set, 1u << UNDER_...: "sequential consistency, malloc succeeds" */
void under_text(unsigned under, struct text *out);

/* --- the claim ---------------------------------------------------------- */

struct claim {
  /* Kinds of findings, as the caller numbers them: those asked for that can
   * come up at all, and those that the strategy finds if there are any. */
  uint64_t asked, preserved;
  const char *strategy;   /* by which name it is told if it lacks some */
  uint64_t found;         /* findings that count */
  unsigned under;         /* 1u << UNDER_... */
  struct reasons because; /* what was cut off, and what escaped */
};

/* Derives it; adds the strategy to the reasons where it does not preserve what
 * was asked for, and sorts them.  May be asked again. */
enum verdict verdict_of(struct claim *c);

#endif
