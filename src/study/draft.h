/* draft: a protocol while it is being synthesized, and its text.
 *
 * Plain tables that can be changed edge by edge; what is explored is always
 * the model that lang/ reads from the text, so what is measured is what is
 * shipped. */
#ifndef STUDY_DRAFT_H
#define STUDY_DRAFT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "base/vec.h"

enum { DRAFT_PROCESSES = 26, DRAFT_MESSAGES = 26 };

/* What an edge of an extended machine does besides sending or receiving. */
enum draft_guard { GUARD_NONE, GUARD_EQUAL, GUARD_OTHER };

struct draft_edge {
  bool send;
  uint32_t peer;    /* whom to, whom from; unused when receiving at a port */
  uint32_t message; /* letter of the alphabet */
  uint32_t target;
  /* extended machines */
  enum draft_guard guard; /* a send: v against `value`; else x against v */
  uint32_t value;         /* of the guard of a send */
  bool computes;          /* a send counts v up, a reception keeps x in v */
};

struct draft_state {
  VEC(struct draft_edge) edges;
};

struct draft_process {
  VEC(struct draft_state) states;
};

struct draft {
  uint32_t process_count;
  struct draft_process processes[DRAFT_PROCESSES];
  bool linked[DRAFT_PROCESSES][DRAFT_PROCESSES]; /* [from][to] */
  uint32_t capacity;
  bool extended;
  uint32_t values;    /* of the variable: 0 .. values - 1 */
  const char *scheme; /* of extended machines */
};

void draft_free(struct draft *d);
/* The model in Heddle's language, without head comment; of the processes for
 * which shown is true (NULL: of all).  Those shown must not be linked with
 * others. */
void draft_print(const struct draft *d, const bool *shown, struct text *out);
/* The processes linked with p, directly or through others, p among them. */
void draft_component(const struct draft *d, uint32_t p, bool *in);

#endif
