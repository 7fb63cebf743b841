/* press: states of several words, in few bits.
 *
 * The parts of a state (parts.h) are cut into pieces, each some that follow
 * each other.  What a piece holds is one of few things, far fewer than its bits
 * could tell apart: each gets a number when it is met first, and a state is
 * pressed into the numbers of its pieces (Blom, Lisser, van de Pol and Weber,
 * 2011, with one level of their trees).  It can be had back: the things are
 * kept by their numbers.  A piece of one part is its own number.
 *
 *     number = press_state(p, words, key);     cleary.h keeps keys
 *     press_back(p, key, words);
 *
 * Numbers never change, so keys only move when a piece has more things than
 * its field has room for (press_holds, press_root); and when parts get wider
 * fields, only the things are written anew (press_widen).
 *
 * Several workers may press at once.  The numbers then depend on who comes
 * first, and so do the places of states in a set; nothing else does. */
#ifndef EXPLORE_PRESS_H
#define EXPLORE_PRESS_H

#include <pthread.h>

#include "base/stress.h"
#include "explore/cleary.h"
#include "explore/layout.h"

enum {
  PRESS_PIECES = STRESSED(8, 64), /* more of them: states are not pressed */
  PRESS_INDEX = STRESSED(6, 24), /* bits of a number */
  PRESS_WORD = 64 - PRESS_INDEX,  /* of what it stands for */
};

/* A slot is what the piece holds, then the number + 1; 0: empty. */
struct press_table {
  size_t cap; /* a power of two */
  unsigned shift;
  struct press_table *before; /* it was smaller; others may still read it */
  _Atomic uint64_t at[];
};

struct press_piece {
  struct press_table *_Atomic table; /* NULL: it is its own number */
  VEC(uint64_t) things;              /* by number */
};

struct press {
  struct layout split; /* a word for each piece */
  struct layout root;  /* of keys: their parts are the pieces */
  part_id count;       /* of pieces */
  struct press_piece *pieces;
  part_id *piece_of; /* by part */
  struct layout_move *cut, *join;
  part_id cuts, joins;
  pthread_mutex_t lock;
  _Atomic bool full;  /* some number does not fit its field */
  _Atomic bool spent; /* a piece has more things than there are numbers */
};

/* A state and the numbers of its pieces, as far as they were asked for: its
 * successors have most of them in common with it.  Each worker has its own. */
struct press_near {
  uint64_t things[PRESS_PIECES];
  uint64_t numbers[PRESS_PIECES]; /* 1 + the number; 0: not known */
};

/* False: states of this layout are not for it; then it need not be closed. */
bool press_open(struct press *p, const struct layout *l);
void press_close(struct press *p);
uint64_t press_bytes(const struct press *p);

/* The pieces of a state get their numbers; the key, if they fit. */
void press_key(struct press *p, const uint64_t *words, uint64_t *key);
/* Those that are pressed next are near this one. */
void press_approach(const struct press *p, struct press_near *near,
                    const uint64_t *words);
/* In two steps: what each piece holds, for which memory is asked; the key. */
void press_cut(const struct press *p, const struct press_near *near,
               const uint64_t *words, uint64_t *split);
void press_join(struct press *p, struct press_near *near, const uint64_t *split,
                uint64_t *key);
/* Things are written anew: it is near none. */
static inline void press_leave(struct press_near *near) {
  for (part_id i = 0; i < PRESS_PIECES; i++)
    near->numbers[i] = 0;
}
/* The words of a state that was pressed. */
void press_back(const struct press *p, const uint64_t *key, uint64_t *words);

static inline bool press_holds(const struct press *p) {
  return !atomic_load_explicit(&p->full, memory_order_relaxed);
}

/* The rest is for when nobody else reads. */

/* A root with room for more than there are. */
void press_root(struct press *p);
/* Tables that were outgrown go. */
void press_settle(struct press *p);
/* The fields of states are wider now: false, and nothing is changed, when a
 * piece is too wide for it.  Whether the root has room is asked then. */
bool press_widen(struct press *p, const struct layout *wider);

#endif
